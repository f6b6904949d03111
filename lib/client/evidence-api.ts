import type { ClaimsReply } from "@/lib/protocol/claims";
import type { EvidenceReply } from "@/lib/protocol/evidence";
import { request, type Answer } from "./request";

export type EvidencePlace = { conversationId: string; messageId: string };

export function getEvidence(
  conversationId: string,
  evidenceId: string,
  signal: AbortSignal,
): Promise<Answer<EvidenceReply>> {
  return request(`${toPath(conversationId)}/evidence/${encodeURIComponent(evidenceId)}`, {
    signal,
    timeoutMs: 30_000,
  });
}

export function getClaims(
  { conversationId, messageId }: EvidencePlace,
  signal: AbortSignal,
): Promise<Answer<ClaimsReply>> {
  return request(`${toPath(conversationId)}/messages/${encodeURIComponent(messageId)}/claims`, { signal });
}

function toPath(conversationId: string): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}`;
}
