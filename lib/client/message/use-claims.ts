"use client";

import { useEffect, useState } from "react";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClaimsData, ClaimsReply } from "@/lib/features/evidence/shape/claims";
import { findClaims } from "./claims";
import { readAnswerClaims } from "@/lib/features/evidence/api";
import { waitFor } from "@/lib/client/wait";
import { call, type Answer } from "@/lib/client/request";

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
        ask: (signal) => call(readAnswerClaims, { params: { id: conversationId, messageId }, signal }),
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

/** A small model is asked about what the rules left open, mostly for seconds and at most for a minute. */
export const pollDelaysMs = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

type Poll = {
  ask: (signal: AbortSignal) => Promise<Answer<ClaimsReply>>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onClaims: (claims: ClaimsData) => void;
  signal: AbortSignal;
};

/** Asks again until nothing is pending. After the last time nothing is waited for any more. Never throws. */
export async function pollClaims({ ask, wait, onClaims, signal }: Poll): Promise<void> {
  for (const [index, ms] of pollDelaysMs.entries()) {
    await wait(ms, signal);
    if (signal.aborted) return;
    const answer = await ask(signal);
    if (signal.aborted) return;
    const claims = answer.ok ? answer.value.claims : null;
    const isLast = index === pollDelaysMs.length - 1;
    if (claims !== null) onClaims(isLast ? { ...claims, pending: 0 } : claims);
    if (claims?.pending === 0) return;
  }
}
