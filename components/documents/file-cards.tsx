"use client";

import type { FileUIPart } from "ai";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useState } from "react";
import { FileIcon } from "./file-icon";
import { useFileWords } from "./use-file-words";
import { toDocumentPath } from "@/lib/client/document-address";
import { createDocumentsApi } from "./documents";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";
import { waitFor } from "@/lib/client/wait";
import type { DocumentView } from "@/lib/features/documents/shape/documents";

/** The documents that went with a question. */
export function FileCards({ files }: { files: readonly FileUIPart[] }) {
  const t = useTranslations("documents.chosen");
  return (
    <ul aria-label={t("sent")} className="mb-2 flex flex-wrap gap-2 pt-1">
      {files.map((file) => (
        <li key={file.url} className="max-w-full min-w-0">
          <FileCard file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Name, kind, pages and words; it opens the text as it was read. */
function FileCard({ file: { url, filename = "", mediaType } }: { file: FileUIPart }) {
  const t = useTranslations("documents.chosen");
  const { toFacts, toReason } = useFileWords();
  const id = url.split("/").at(-1) ?? "";
  const { document, isGone } = useDocument(id);
  const kind = document?.kind ?? guessKind(filename, mediaType);
  const facts = document?.status === "ready" ? toFacts(document) : toFacts({ kind });
  const state = toState();
  return (
    <Link
      href={toDocumentPath(id)}
      prefetch={false}
      className="flex max-w-full items-center gap-2.5 rounded-lg border border-hairline bg-raised py-1.5 ps-1.5 pe-3 transition-colors duration-150 hover:border-strong sm:max-w-80"
    >
      <FileIcon kind={kind} />
      <span className="min-w-0 text-sm leading-5">
        <span dir="auto" className="block truncate font-medium">
          {filename || document?.name}
        </span>
        <span className="block text-xs leading-4 text-pretty text-quiet">
          {[facts, state].filter((part) => part !== "").join(" · ")}
        </span>
      </span>
    </Link>
  );

  function toState(): string {
    if (isGone) return t("gone");
    if (document?.status === "failed")
      return toReason({ problem: document.error ?? "internal", failure: null });
    return document === null || document.status === "ready" ? "" : t("reading");
  }
}

const pollMs = { first: 1_500, longest: 10_000 };

/** What the server knows of a file, asked again until it is read. */
function useDocument(id: string): { document: DocumentView | null; isGone: boolean } {
  const [state, setState] = useState<{ document: DocumentView | null; isGone: boolean }>({
    document: null,
    isGone: false,
  });
  useEffect(() => {
    const left = new AbortController();
    void follow(id, left.signal, setState);
    return () => left.abort();
  }, [id]);
  return state;
}

async function follow(
  id: string,
  signal: AbortSignal,
  tell: (state: { document: DocumentView | null; isGone: boolean }) => void,
): Promise<void> {
  const api = createDocumentsApi();
  for (let wait = pollMs.first; !signal.aborted; wait = Math.min(wait * 2, pollMs.longest)) {
    const answer = await api.getDocument({ id, collectionId: null }, signal);
    if (signal.aborted) return;
    if (answer.ok) tell({ document: answer.value, isGone: false });
    else if (answer.status === 404) return tell({ document: null, isGone: true });
    if (answer.ok && (answer.value.status === "ready" || answer.value.status === "failed")) return;
    await waitFor(wait, signal);
  }
}
