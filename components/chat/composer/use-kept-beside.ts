"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import type { ChosenMentions } from "@/components/chat/suggestions/use-mentions";
import { isUploading, listParts, noFiles, putFilesBack, type ChosenFiles } from "./chosen-files";
import { nothingBeside, readBeside, watchBeside, writeBeside } from "@/lib/client/conversation/storage";
import type { FilesOfQuestion } from "./use-chosen-files";

/**
 * Keeps what goes with an unsent question across reloads, as its text is. What was still on its way is named
 * instead. Gives what takes it away at once, because the question is sent.
 */
export function useKeptBeside(key: string, files: FilesOfQuestion, mentions: ChosenMentions): () => void {
  const { store, chosen } = files;
  const known = useRef<string | null>(null);
  const restore = useEffectEvent(() => {
    const kept = readBeside(key);
    putFilesBack(store, kept.files, kept.texts);
    if (kept.files.length > 0) {
      void import("./add-files").then(({ lookAfter }) => lookAfter(store));
    }
    if (kept.missing.length > 0) {
      store.setState({ refused: kept.missing.map((name) => ({ name, why: "left" })) });
      writeBeside(key, { ...kept, missing: [] });
    }
    mentions.add(...kept.mentions);
  });
  const keep = useEffectEvent(() =>
    writeBeside(key, {
      texts: chosen.texts,
      files: listParts(chosen),
      mentions: mentions.list,
      missing: listMissing(chosen),
    }),
  );
  // What another tab of the same draft has chosen is chosen here, too.
  const takeOther = useEffectEvent((changed: string) => {
    if (changed !== key || isUploading(chosen)) return;
    const kept = readBeside(key);
    store.setState(noFiles);
    putFilesBack(store, kept.files, kept.texts);
    mentions.clear();
    mentions.add(...kept.mentions);
  });
  useEffect(() => restore(), [key]);
  useEffect(() => watchBeside(takeOther), []);
  // Its progress changes all the time, what is kept of it does not.
  const signature = toSignature(chosen);
  useEffect(() => {
    if (known.current === key) keep();
    known.current = key;
  }, [key, signature, chosen.texts, chosen.pictures, mentions.list]);
  return () => {
    files.clear();
    mentions.clear();
    writeBeside(key, nothingBeside);
  };
}

function listMissing({ documents }: ChosenFiles): string[] {
  return documents
    .filter(({ part, state }) => state === "uploading" && part === null)
    .map(({ name }) => name);
}

function toSignature({ documents }: ChosenFiles): string {
  return documents.map(({ key, state, part }) => `${key} ${state} ${part?.url}`).join(" ");
}
