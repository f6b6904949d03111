"use client";

import { useCallback, useRef, useState } from "react";
import { useStore } from "zustand";
import { choicesStore, choose, type AgentChoice } from "@/lib/client/conversation/choices";
import type { AgentCard } from "@/lib/features/agents/shape/agents";
import { builtInAgentId } from "@/lib/features/agents/shape/built-in-agent";
import type { ChatMessage } from "@/lib/protocol/chat-message";

type UseAgentOptions = {
  cards: readonly AgentCard[];
  messages: readonly ChatMessage[];
  /** The one that the conversation had when the page was opened; `null` is the built-in one. */
  initial: string | null;
  /** A chat that begins here: named in its address, else the one that was chosen last. */
  begins: { asked: string | null } | null;
};

/**
 * Who answers. What the person picks holds until a new reply says who answered: an agent that is gone has
 * given way to the built-in one there.
 */
export function useAgent({ cards, messages, initial, begins }: UseAgentOptions): {
  agent: AgentChoice;
  /** Whom the next request names: `undefined` where there is nothing to choose. */
  next: string | undefined;
} {
  const remembered = useStore(choicesStore, ({ agent }) => agent);
  const reply = messages.findLast(({ role }) => role === "assistant");
  const [state, setState] = useState(() => ({
    picked: initial ?? begins?.asked ?? null,
    seen: messages.map(({ id }) => id),
  }));
  if (reply?.metadata?.runId !== undefined && !state.seen.includes(reply.id))
    setState({ picked: findAnswering(messages, reply) ?? state.picked, seen: [...state.seen, reply.id] });

  const id = state.picked ?? (begins === null ? builtInAgentId : remembered) ?? builtInAgentId;
  const chosen = cards.find((card) => card.id === id) ?? null;
  // One that the conversation has and that is gone is named all the same: the server says that it is.
  const next = cards.length === 0 ? undefined : (chosen?.id ?? (begins === null ? id : builtInAgentId));
  return {
    agent: {
      cards,
      chosen,
      choose(picked) {
        setState((before) => ({ ...before, picked }));
        if (messages.length === 0) choose({ agent: picked });
      },
    },
    next,
  };
}

/** Who answers the conversation, as its newest reply says; `null` where its question mentions who does. */
function findAnswering(messages: readonly ChatMessage[], reply: ChatMessage): string | null {
  const mentions = messages[messages.indexOf(reply) - 1]?.metadata?.mentions ?? [];
  const isOnce = mentions.some(({ kind }) => kind === "agent");
  return isOnce ? null : (reply.metadata?.agent?.id ?? builtInAgentId);
}

/** Whom requests name, for what is called later. */
export function useNewestAgent() {
  const newest = useRef<string | undefined>(undefined);
  return {
    agentNow: useCallback(() => newest.current, []),
    noteAgent: useCallback((id: string | undefined): void => void (newest.current = id), []),
  };
}
