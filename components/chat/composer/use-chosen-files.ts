"use client";

import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import {
  createChosenFiles,
  longestText,
  noFiles,
  type ChosenFiles,
  type ChosenFilesStore,
} from "./chosen-files";

export type FilesOfQuestion = {
  store: ChosenFilesStore;
  chosen: ChosenFiles;
  add: (files: File[]) => Promise<void>;
  /** Of a paste that is too long to stand in the box; `name` is what it is called where it becomes a file. */
  addText: (text: string, name: string) => void;
  clear: () => void;
};

/** The files that go with the next question. What reads and sends them is loaded with the first one. */
export function useChosenFiles(): FilesOfQuestion {
  const [store] = useState(createChosenFiles);
  const chosen = useStore(store);
  const add = useCallback(
    async (files: File[]) => {
      const adding = await import("./add-files").catch(() => null);
      if (adding !== null) return adding.addFiles(store, files);
      store.setState({ refused: files.map(({ name }) => ({ name, why: "unreachable" })) });
    },
    [store],
  );
  const addText = (text: string, name: string) => {
    const words = text.replace(/\r\n?/g, "\n").trim();
    const length = store.getState().texts.reduce((sum, one) => sum + one.length, words.length);
    if (length > longestText) void add([new File([words], `${name}.txt`, { type: "text/plain" })]);
    else store.setState(({ texts }) => ({ texts: [...texts, words] }));
  };
  const clear = useCallback(() => {
    if (store.getState() === noFiles) return;
    store.setState(noFiles, true);
    void import("./add-files").then(({ leaveFiles }) => leaveFiles(store));
  }, [store]);
  useEffect(() => clear, [clear]);
  return { store, chosen, add, addText, clear };
}
