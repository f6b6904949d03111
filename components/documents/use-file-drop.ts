"use client";

import { useEffect, useState } from "react";
import { listFiles } from "@/components/ui/read-transfer";

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
      if (!hasFiles(event) || event.dataTransfer === null) return;
      setDragging(false);
      // Words that are let go over a field go into it, without the picture that some programs make of them.
      if (event.target instanceof HTMLTextAreaElement && listFiles(event.dataTransfer).length === 0) return;
      event.preventDefault();
      void onFiles([...event.dataTransfer.files]);
    };
    document.addEventListener("dragover", onOver, { signal });
    document.addEventListener("dragleave", onLeave, { signal });
    document.addEventListener("drop", onDrop, { signal });
    return () => left.abort();
  }, [onFiles]);
  return isDragging;
}
