import type { Ground } from "@/lib/engine/ground";
import { createSourceLedger } from "./records/ledger";
import { createEvidenceReader } from "./read-evidence";
import { textThreads } from "@/lib/features/text-threads";
import { createCheckClaims, createMarkClaims } from "./check-answer";
import { createIconKeeper } from "./site-icons";

export function openEvidence(ground: Ground) {
  const { records, now, newId } = ground;
  const keepIcon = createIconKeeper(ground);
  const createLedger = (userId: string, conversationId: string) =>
    createSourceLedger({
      ...{ records: records.evidence, userId, conversationId, now, newId },
      keepIcon: (page) => keepIcon(userId, conversationId, page),
    });
  const { messages, statistics } = records;
  const deps = { ...ground, createLedger, messages, countLater: statistics.recordLater };
  return {
    name: "evidence",
    records: [{ forgetConversation: records.evidence.deleteTexts }],
    service: createEvidenceReader({ ...records, ...textThreads }),
    /** Where a reply keeps what it sees, with the icons of its pages. */
    createLedger,
    checkClaims: createCheckClaims(deps),
    onAnswer: createMarkClaims(deps),
  };
}
