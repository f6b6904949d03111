import type { ClaimsReply } from "@/lib/features/evidence/shape/claims";
import { endpoint } from "@/lib/protocol/endpoint";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";

/** What was retrieved, as it was. */
export const readEvidence = endpoint<EvidenceReply>()("GET /api/conversations/[id]/evidence/[evidenceId]", {
  timeoutMs: 30_000,
});
/** What the check of an answer against its sources has given by now. */
export const readAnswerClaims = endpoint<ClaimsReply>()(
  "GET /api/conversations/[id]/messages/[messageId]/claims",
);
/** An answer with its evidence, as a file. */
export const exportAnswer = endpoint()("GET /api/conversations/[id]/messages/[messageId]/export");
