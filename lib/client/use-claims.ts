"use client";

import { useEffect, useState } from "react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClaimsData } from "@/lib/protocol/claims";
import { findClaims } from "./claims";
import { getClaims } from "./evidence-api";
import { pollClaims } from "./poll-claims";
import { waitFor } from "./wait";

export type ClaimsByMessage = ReadonlyMap<string, ClaimsData>;

/** Checks that were not over when their message came, by the message's id; the same map until one changes. */
export function useClaims(conversationId: string, messages: ChatMessage[]): ClaimsByMessage {
  const [polled, setPolled] = useState<ClaimsByMessage>(() => new Map());
  const waiting = messages.filter(
    (message) => message.metadata?.outcome !== undefined && (findClaims(message)?.pending ?? 0) > 0,
  );
  const ids = waiting.map(({ id }) => id).join(" ");
  useEffect(() => {
    const left = new AbortController();
    for (const messageId of ids.split(" ").filter(Boolean))
      void pollClaims({
        ask: (signal) => getClaims({ conversationId, messageId }, signal),
        wait: waitFor,
        onClaims: (claims) => setPolled((before) => new Map([...before, [messageId, claims]])),
        signal: left.signal,
      });
    return () => left.abort();
  }, [conversationId, ids]);
  return polled;
}

/** What is known last about an answer. */
export function readClaims(message: ChatMessage, polled: ClaimsByMessage): ClaimsData | null {
  const own = findClaims(message);
  const later = polled.get(message.id);
  return later !== undefined && later.checkedAt >= (own?.checkedAt ?? 0) ? later : own;
}
