import { useEffect, useRef, useState, type CompositionEvent } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FoundConversation, maxSearchCharacters, SearchReply } from "@/lib/protocol/conversations";
import { searchConversations } from "@/lib/features/conversations/api";
import { call, type Answer } from "@/lib/client/request";
import { waitFor } from "@/lib/client/wait";

// Written again: that module carries schemas, which the page must not load; the type holds them equal.
const maxCharacters: typeof maxSearchCharacters = 200;

export type SearchView = {
  text: string;
  state: SearchState;
  actions: Pick<ConversationSearch, "repeat" | "more">;
  type: (text: string) => void;
  /** For the field: what is composed with an input method is not searched for before it is chosen. */
  composition: {
    onCompositionStart: () => void;
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
  };
};

/** A field whose words are searched for in all conversations. */
export function useSearch(): SearchView {
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
    composition: {
      onCompositionStart: () => void (isComposing.current = true),
      onCompositionEnd({ currentTarget }) {
        isComposing.current = false;
        type(currentTarget.value);
      },
    },
  };
}

/**
 * What is shown of a search. While the next one is made, what was found before stays. `problem` is
 * `unreachable` when no answer came.
 */
type SearchState = {
  query: string;
  found: FoundConversation[];
  cursor: string | null;
  isCollecting: boolean;
  isLoading: boolean;
  problem: "unreachable" | "failed" | null;
};

export type ConversationSearch = StoreApi<SearchState> & {
  /** Searches shortly after the last word was typed. Nothing to look for ends the search at once. */
  ask: (query: string) => void;
  /** Searches again at once. */
  repeat: () => void;
  /** Adds the next page. */
  more: () => void;
  close: () => void;
};

const nothing: SearchState = {
  query: "",
  found: [],
  cursor: null,
  isCollecting: false,
  isLoading: false,
  problem: null,
};
const pauseMs = 250;
/** How often and how many times it searches again while older conversations are being collected. */
const againMs = 2_000;
const mostLooks = 30;

type Access = { origin?: string; wait?: (ms: number, signal: AbortSignal) => Promise<void> };

/** A search field without React. Only the newest search is heard: what an older one answers is dropped. */
export function createConversationSearch({ origin, wait = waitFor }: Access = {}): ConversationSearch {
  const store = createStore<SearchState>(() => nothing);
  let current = new AbortController();

  function restart(): AbortSignal {
    current.abort();
    current = new AbortController();
    return current.signal;
  }

  async function load(signal: AbortSignal, cursor: string | null): Promise<void> {
    const { query } = store.getState();
    const answer = await call(searchConversations, {
      ...{ query: { q: query, limit: 20, cursor }, signal, origin },
    });
    if (signal.aborted) return;
    const before = cursor === null ? [] : store.getState().found;
    store.setState({ isLoading: false, ...toFound(before, answer) });
  }

  async function search(signal: AbortSignal, pause: number): Promise<void> {
    await wait(pause, signal);
    for (let look = 0; look < mostLooks && !signal.aborted; look += 1) {
      await load(signal, null);
      if (!store.getState().isCollecting || store.getState().problem !== null) return;
      await wait(againMs, signal);
    }
  }

  return {
    ...store,
    ask(text) {
      const query = text.trim().slice(0, maxCharacters);
      if (query === store.getState().query) return;
      const signal = restart();
      if (query === "") return store.setState(nothing);
      store.setState({ query, isLoading: true, problem: null });
      void search(signal, pauseMs);
    },
    repeat() {
      if (store.getState().query === "") return;
      store.setState({ isLoading: true, problem: null });
      void search(restart(), 0);
    },
    more() {
      if (store.getState().cursor === null || store.getState().isLoading) return;
      store.setState({ isLoading: true, problem: null });
      void load(restart(), store.getState().cursor);
    },
    close: () => current.abort(),
  };
}

function toFound(before: FoundConversation[], answer: Answer<SearchReply>): Partial<SearchState> {
  if (!answer.ok) return { found: before, problem: answer.status === null ? "unreachable" : "failed" };
  const { conversations, ...page } = answer.value;
  const known = new Set(before.map(({ id }) => id));
  return { ...page, found: [...before, ...conversations.filter(({ id }) => !known.has(id))], problem: null };
}
