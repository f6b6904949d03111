"use client";

import type { FileUIPart } from "ai";
import { useCallback, useRef, useState } from "react";
import { readPictures, type PictureRefusal } from "@/lib/client/pictures";

export type Pictures = {
  files: FileUIPart[];
  refused: PictureRefusal[];
  add: (files: File[]) => Promise<void>;
  remove: (url: string) => void;
  set: (files: FileUIPart[]) => void;
};

/** The pictures that go with the next question, and why others do not. */
export function usePictures(): Pictures {
  const [files, setFiles] = useState<FileUIPart[]>([]);
  const [refused, setRefused] = useState<PictureRefusal[]>([]);
  const latest = useRef<FileUIPart[]>([]);

  const set = useCallback((next: FileUIPart[]) => {
    latest.current = next;
    setFiles(next);
    setRefused([]);
  }, []);
  const add = useCallback(
    async (chosen: File[]) => {
      const intake = await readPictures(chosen, latest.current);
      set([...latest.current, ...intake.added]);
      setRefused(intake.refused);
    },
    [set],
  );
  const remove = useCallback((url: string) => set(latest.current.filter((file) => file.url !== url)), [set]);
  return { files, refused, add, remove, set };
}
