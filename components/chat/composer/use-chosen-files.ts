"use client";

import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import {
  createChosenFiles,
  noFiles,
  type ChosenFiles,
  type ChosenFilesStore,
} from "@/lib/client/chosen-files";

export type FilesOfQuestion = {
  store: ChosenFilesStore;
  chosen: ChosenFiles;
  add: (files: File[]) => Promise<void>;
  clear: () => void;
};

/** The files that go with the next question. What reads and sends them is loaded with the first one. */
export function useChosenFiles(): FilesOfQuestion {
  const [store] = useState(createChosenFiles);
  const chosen = useStore(store);
  const add = useCallback(
    async (files: File[]) => {
      const adding = await import("@/lib/client/add-files").catch(() => null);
      if (adding !== null) return adding.addFiles(store, files);
      store.setState({ refused: files.map(({ name }) => ({ name, why: "unreachable" })) });
    },
    [store],
  );
  const clear = useCallback(() => {
    if (store.getState() === noFiles) return;
    store.setState(noFiles, true);
    void import("@/lib/client/add-files").then(({ leaveFiles }) => leaveFiles(store));
  }, [store]);
  useEffect(() => clear, [clear]);
  return { store, chosen, add, clear };
}
