"use client";

import { useCallback, useEffect, useRef, useState, type DragEvent, type RefObject } from "react";
import {
  readDraft,
  readPasted,
  watchDraft,
  writeDraft,
  writePasted,
} from "@/lib/client/conversation/storage";

export type DraftText = {
  props: {
    ref: RefObject<HTMLTextAreaElement | null>;
    onInput: () => void;
    onDrop: (event: DragEvent) => void;
  };
  hasText: boolean;
  read: () => string;
  /** `pasted`: what of it was pasted, where that is known. */
  write: (text: string, pasted?: string[]) => void;
  pasted: () => string[] | undefined;
  addPasted: (text: string) => void;
  /** Pastes whole lines where the caret is. */
  insertLines: (lines: string) => void;
  /** Types the sign that asks for a list: of prompts before the text, of what can be mentioned in it. */
  begin: (sign: "/" | "@") => void;
  /** Words that the person did not type take the place of some; the caret stands behind them. */
  replace: (from: number, to: number, words: string) => void;
  focus: () => void;
};

/**
 * The text of the composer, kept across reloads. The browser holds it, not React: typing draws nothing again,
 * and what was typed before the script ran stays.
 */
export function useDraftText(draftKey: string): DraftText {
  const box = useRef<HTMLTextAreaElement>(null);
  const [hasText, setHasText] = useState(false);
  /** `undefined` where that was not kept with the text. */
  const pasted = useRef<string[] | undefined>([]);

  const onInput = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (element.value === "") pasted.current = [];
    setHasText(element.value.trim() !== "");
    // Another tab is told of the text: what goes with it is there by then.
    writePasted(draftKey, element.value === "" ? undefined : pasted.current);
    writeDraft(draftKey, element.value);
    fitHeight(element);
  }, [draftKey]);
  const restore = useCallback(
    (isOver: boolean) => {
      if (box.current && (isOver || box.current.value === "")) box.current.value = readDraft(draftKey);
      pasted.current = readPasted(draftKey);
      onInput();
    },
    [draftKey, onInput],
  );
  useEffect(() => restore(false), [restore]);
  // What another tab writes stands here, too, so that neither writes over the other.
  useEffect(() => watchDraft((changed) => changed === draftKey && restore(true)), [draftKey, restore]);

  const write = (text: string, of?: string[]) => {
    if (!box.current) return;
    box.current.value = text;
    pasted.current = of;
    onInput();
  };
  const addPasted = (text: string) => {
    if (text !== "") pasted.current = pasted.current && [...pasted.current, text];
  };
  const replace = (from: number, to: number, words: string) => {
    box.current?.setRangeText(words, from, to, "end");
    addPasted(words);
    onInput();
    box.current?.focus();
  };
  const insertLines = (lines: string) => {
    addPasted(lines);
    typeInto(box.current, (before) => `${before === "" || before.endsWith("\n") ? "" : "\n\n"}${lines}\n`);
  };
  const begin = (sign: "/" | "@") => {
    if (sign === "/") box.current?.setSelectionRange(0, 0);
    typeInto(box.current, (before) => (before.at(-1)?.trim() ? ` ${sign}` : sign));
  };
  const onDrop = (event: DragEvent) => addPasted(event.dataTransfer.getData("text/plain"));
  return {
    props: { ref: box, onInput, onDrop },
    ...{ hasText, addPasted, insertLines, begin, replace, write },
    pasted: () => pasted.current,
    read: () => box.current?.value ?? "",
    focus: () => box.current?.focus(),
  };
}

/** At the caret, so that the browser can undo it. */
function typeInto(element: HTMLTextAreaElement | null, toWords: (before: string) => string): void {
  element?.focus();
  const words = toWords(element?.value.slice(0, element.selectionStart) ?? "");
  document.execCommand("insertText", false, words);
}

/** Where the style sheet cannot do it (`field-sizing`), the box is measured. */
function fitHeight(element: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight}px`;
}
