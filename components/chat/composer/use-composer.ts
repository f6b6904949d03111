"use client";

import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
  useState,
  type KeyboardEvent,
  type Ref,
} from "react";
import { isComposing } from "@/components/ui/is-composing";
import { isUploading, listParts, longestInText, putFilesBack, type ChosenFiles } from "./chosen-files";
import { useDraftText, type DraftText } from "./use-draft-text";
import { useChosenFiles, type FilesOfQuestion } from "./use-chosen-files";
import { useKeptBeside } from "./use-kept-beside";
import { useMentions, type ChosenMentions } from "@/components/chat/suggestions/use-mentions";
import { useSuggestions, type Suggestions } from "@/components/chat/suggestions/use-suggestions";
import type { Draft } from "@/lib/client/conversation/state";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { Mention } from "@/lib/protocol/mentions";

export type ComposerHandle = {
  /** Puts a draft back: before what was written meanwhile, never over it. */
  putBack: (draft: Draft) => void;
  submit: () => void;
  focus: () => void;
  /** Sends a text that was not written here, or puts it into the box where nothing can be sent. */
  ask: (text: string, pasted?: string[], options?: ChatOptions) => void;
};

export type ComposerOptions = {
  ref: Ref<ComposerHandle>;
  /** Under which the text is kept across reloads. */
  draftKey: string;
  isBusy: boolean;
  /** Nothing can be sent for now: what is written stays as the draft. */
  isBlocked: boolean;
  /** Opens the last question to be changed; says whether there is one. */
  onEditLast: () => boolean;
  onSend: (draft: Draft) => void;
  /** Instead of sending while a reply runs. */
  onQueue: (draft: Draft) => void;
};

type ComposerState = {
  text: DraftText;
  suggestions: Suggestions;
  mentions: ChosenMentions;
  files: FilesOfQuestion;
  /** It is sent by itself as soon as the files have arrived. */
  isWaiting: boolean;
  submit: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** What is written and chosen, and how it is sent, or queued while a reply runs. */
export function useComposer({
  ref,
  draftKey,
  isBusy,
  isBlocked,
  onEditLast,
  onSend,
  onQueue,
}: ComposerOptions): ComposerState {
  const returned = useRef<Draft | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const text = useDraftText(draftKey);
  const files = useChosenFiles();
  const suggestions = useSuggestions(text.props.ref);
  const mentions = useMentions();
  const clearBeside = useKeptBeside(draftKey, files, mentions);

  const submit = () => {
    const chosen = files.store.getState();
    const draft = toDraft(text, { chosen, mentions: mentions.list }, returned.current);
    const isEmpty = draft.text === "" && draft.files.length === 0 && !isUploading(chosen);
    if (isEmpty || isBlocked) return setWaiting(false);
    if (isUploading(chosen)) return setWaiting(true);
    setWaiting(false);
    returned.current = null;
    text.write("", []);
    clearBeside();
    if (isBusy) onQueue(draft);
    else onSend(draft);
  };
  useArrival(isWaiting, files, { onArrived: submit, onFailed: () => setWaiting(false) });
  const putBack = (draft: Draft) => {
    returned.current = draft;
    const pasted = draft.pasted && text.pasted() && [...draft.pasted, ...(text.pasted() ?? [])];
    const { words, texts } = takeLong(draft);
    text.write([words, text.read()].filter((piece) => piece.trim() !== "").join("\n\n"), pasted);
    putFilesBack(files.store, draft.files, texts);
    mentions.add(...(draft.mentions ?? []));
    text.focus();
  };
  const ask = (words: string, pasted: string[] = [], options: ChatOptions = {}) => {
    const draft = { id: crypto.randomUUID(), text: words, files: [], pasted, options };
    if (isBlocked) putBack(draft);
    else onSend(draft);
  };
  useImperativeHandle(ref, () => ({ putBack, submit, ask, focus: text.focus }));
  useFirstFocus(text.focus);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || suggestions.takeKey(event)) return;
    const isMod = event.ctrlKey || event.metaKey;
    const isByMod = document.documentElement.dataset["sendKey"] === "mod_enter";
    const isSend = event.key === "Enter" && !event.shiftKey && (isMod || !isByMod);
    const isEdit = event.key === "ArrowUp" && text.read() === "" && onEditLast();
    if (!isSend && !isEdit) return;
    event.preventDefault();
    if (isSend) submit();
  };
  return { text, suggestions, mentions, files, isWaiting, submit, onKeyDown };
}

/**
 * Whoever opens a conversation at a desk may type at once, unless they already write elsewhere, or went
 * somewhere before the page's script ran; on a phone the keyboard would cover half of it.
 */
function useFirstFocus(focus: () => void): void {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const first = useRef({ focus, isHydrating });
  useEffect(() => {
    const { activeElement, body } = document;
    const isElsewhere = first.current.isHydrating
      ? activeElement !== null && activeElement !== body
      : activeElement instanceof HTMLInputElement;
    if (!isElsewhere && matchMedia("(pointer: fine)").matches) first.current.focus();
  }, []);
}

const subscribeToNothing = () => () => undefined;

/** Long pastes at the end of a draft stand beside its words again. */
function takeLong({ text, pasted = [] }: Pick<Draft, "text" | "pasted">): { words: string; texts: string[] } {
  const last = pasted.find((piece) => piece.length > longestInText && text.endsWith(piece));
  if (last === undefined) return { words: text, texts: [] };
  const before = takeLong({ text: text.slice(0, -last.length).trimEnd(), pasted });
  return { words: before.words, texts: [...before.texts, last] };
}

/** The same draft sent again keeps its id, so that the server can tell that it is the same question. */
function toDraft(
  written: Pick<DraftText, "read" | "pasted">,
  { chosen, mentions }: { chosen: ChosenFiles; mentions: readonly Mention[] },
  returned: Draft | null,
): Draft {
  const text = [written.read().trim(), ...chosen.texts].join("\n\n").trim();
  const files = listParts(chosen);
  const typed = written.pasted();
  const pasted = typed && [...new Set([...typed, ...chosen.texts])];
  const isSame =
    returned !== null &&
    returned.text === text &&
    returned.files.length === files.length &&
    JSON.stringify(returned.mentions ?? []) === JSON.stringify(mentions);
  const id = isSame ? returned.id : crypto.randomUUID();
  const pointing = mentions.length > 0 && { mentions };
  return { id, text, files, ...(pasted !== undefined && { pasted }), ...pointing };
}

type Arrival = { onArrived: () => void; onFailed: () => void };

/** While a question waits for its files: sends it when all have come; one that has not needs the person. */
function useArrival(isWaiting: boolean, { chosen }: FilesOfQuestion, { onArrived, onFailed }: Arrival): void {
  const isOnTheWay = isUploading(chosen);
  const hasFailed = chosen.documents.some(({ state }) => state === "failed");
  const tell = useEffectEvent(() => (hasFailed ? onFailed() : onArrived()));
  useEffect(() => {
    if (isWaiting && !isOnTheWay) tell();
  }, [isWaiting, isOnTheWay]);
}
