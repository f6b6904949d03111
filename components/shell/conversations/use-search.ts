import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { CompositionEvent } from "react";
import {
  createConversationSearch,
  type ConversationSearch,
  type SearchState,
} from "@/lib/client/conversation-search";

export type Search = {
  text: string;
  state: SearchState;
  actions: Pick<ConversationSearch, "repeat" | "more">;
  type: (text: string) => void;
  clear: () => void;
  /** For the field: what is composed with an input method is not searched for before it is chosen. */
  composition: {
    onCompositionStart: () => void;
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
  };
};

/** A field whose words are searched for in all conversations. */
export function useSearch(): Search {
  const [search] = useState(() => createConversationSearch());
  const state = useStore(search);
  const [text, setText] = useState("");
  const isComposing = useRef(false);
  useEffect(() => search.close, [search]);
  const type = (next: string): void => {
    setText(next);
    if (!isComposing.current) search.ask(next);
  };
  return {
    text,
    state,
    actions: search,
    type,
    clear: () => type(""),
    composition: {
      onCompositionStart: () => void (isComposing.current = true),
      onCompositionEnd({ currentTarget }) {
        isComposing.current = false;
        type(currentTarget.value);
      },
    },
  };
}
