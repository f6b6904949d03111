"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { readDraft, writeDraft } from "@/lib/client/conversation/storage";

export type DraftText = {
  props: { ref: RefObject<HTMLTextAreaElement | null>; onInput: () => void };
  hasText: boolean;
  read: () => string;
  write: (text: string) => void;
  focus: () => void;
};

/**
 * The text of the composer, kept across reloads. The browser holds it, not React: typing draws nothing again, and what was
 * typed before the script ran stays.
 */
export function useDraftText(draftKey: string): DraftText {
  const box = useRef<HTMLTextAreaElement>(null);
  const [hasText, setHasText] = useState(false);

  const onInput = useCallback(() => {
    const element = box.current;
    if (!element) return;
    setHasText(element.value.trim() !== "");
    writeDraft(draftKey, element.value);
    fitHeight(element);
  }, [draftKey]);

  useEffect(() => {
    if (box.current && box.current.value === "") box.current.value = readDraft(draftKey);
    onInput();
  }, [draftKey, onInput]);

  const write = (text: string) => {
    if (!box.current) return;
    box.current.value = text;
    onInput();
  };
  return {
    props: { ref: box, onInput },
    hasText,
    read: () => box.current?.value ?? "",
    write,
    focus: () => box.current?.focus(),
  };
}

/** Where the style sheet cannot do it (`field-sizing`), the box is measured. */
function fitHeight(element: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight}px`;
}
