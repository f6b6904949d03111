"use client";

import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from "react";
import type { Draft } from "@/lib/client/conversation-session";
import { useDraftText, type DraftText } from "./use-draft-text";
import { usePictures, type Pictures } from "./use-pictures";

export type ComposerHandle = {
  /** Puts a draft back: before what was written meanwhile, never over it. */
  putBack: (draft: Draft) => void;
  submit: () => void;
};

export type ComposerOptions = {
  ref: Ref<ComposerHandle>;
  /** Under which the text is kept across reloads. */
  draftKey: string;
  isBusy: boolean;
  /** Something went wrong and waits for the person: nothing is sent by itself. */
  isHeld: boolean;
  /** Nothing can be sent for now: what is written stays as the draft. */
  isBlocked: boolean;
  findLastQuestion: () => string | null;
  onSend: (draft: Draft) => void;
};

type ComposerState = {
  text: DraftText;
  pictures: Pictures;
  submit: () => void;
  /** It is to be sent as soon as the running reply is over. */
  isQueued: boolean;
  unqueue: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

const maxPictures = 4;

/** What is written and chosen, and how it is sent. What is sent while a reply runs stays as the draft, and goes when that is over. */
export function useComposer({ ref, draftKey, isBusy, isHeld, isBlocked, findLastQuestion, onSend }: ComposerOptions): ComposerState {
  const returned = useRef<Draft | null>(null);
  const text = useDraftText(draftKey);
  const pictures = usePictures();
  const [isQueued, setQueued] = useState(false);

  const submit = () => {
    const draft = toDraft(text.read(), pictures.files, returned.current);
    const isEmpty = draft.text === "" && draft.files.length === 0;
    setQueued(isBusy && !isEmpty && !isBlocked);
    if (isBusy || isEmpty || isBlocked) return;
    returned.current = null;
    text.write("");
    pictures.set([]);
    onSend(draft);
  };
  const putBack = (draft: Draft) => {
    returned.current = draft;
    setQueued(false);
    text.write([draft.text, text.read()].filter((piece) => piece.trim() !== "").join("\n\n"));
    if (draft.files.length > 0) pictures.set([...draft.files, ...pictures.files].slice(0, maxPictures));
    text.focus();
  };
  useImperativeHandle(ref, () => ({ putBack, submit }));
  useFirstFocus(text.focus);
  const sendQueued = useEffectEvent(() => {
    if (isQueued && isHeld) setQueued(false);
    else if (isQueued) submit();
  });
  useEffect(() => {
    if (isBusy) return;
    // After what the server did not take was put back: then nothing is sent by itself.
    const timer = setTimeout(sendQueued, 0);
    return () => clearTimeout(timer);
  }, [isBusy]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    const question = event.key === "ArrowUp" && text.read() === "" ? findLastQuestion() : null;
    const isSend = event.key === "Enter" && !event.shiftKey;
    if (!isSend && question === null) return;
    event.preventDefault();
    if (isSend) submit();
    else if (question !== null) text.write(question);
  };
  return { text, pictures, submit, isQueued: isQueued && isBusy, unqueue: () => setQueued(false), onKeyDown };
}

/** Whoever opens a conversation at a desk may type at once; on a phone the keyboard would cover half of it. */
function useFirstFocus(focus: () => void): void {
  const first = useRef(focus);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) first.current();
  }, []);
}

/** The same draft sent again keeps its id, so that the server can tell that it is the same question. */
function toDraft(written: string, files: Draft["files"], returned: Draft | null): Draft {
  const text = written.trim();
  const isSame = returned !== null && returned.text === text && returned.files.length === files.length;
  return { id: isSame ? returned.id : crypto.randomUUID(), text, files };
}

/** Enter that ends the choice of a character must not send. Safari tells it only by the old key code. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
