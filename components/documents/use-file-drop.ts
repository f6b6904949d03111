"use client";

import { useEffect, useState } from "react";

/** Takes files that are dropped anywhere on the page; tells while they are held above it. */
export function useFileDrop(onFiles: (files: File[]) => unknown): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setDragging(false);
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      void onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", onOver, { signal });
    document.addEventListener("dragleave", onLeave, { signal });
    document.addEventListener("drop", onDrop, { signal });
    return () => left.abort();
  }, [onFiles]);
  return isDragging;
}
