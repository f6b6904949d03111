import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { createSourceLedger, type SourceLedger } from "@/lib/evidence/ledger";
import { createEvidenceReader, type EvidenceReader } from "@/lib/evidence/read-evidence";
import { textThreads } from "@/lib/features/text-threads";
import type { ClaimPorts } from "@/lib/engine/ports";
import { createCheckClaims, createMarkClaims } from "./check-answer";
import { createIconKeeper } from "./site-icons";

type EvidenceFeature = Feature & {
  service: EvidenceReader;
  /** Where a reply keeps what it sees, with the icons of its pages. */
  createLedger: (userId: string, conversationId: string) => SourceLedger;
  checkClaims: ClaimPorts["checkClaims"];
};

export function openEvidence(ground: Ground): EvidenceFeature {
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
    service: createEvidenceReader({ ...records, ...textThreads }),
    createLedger,
    checkClaims: createCheckClaims(deps),
    onAnswer: createMarkClaims(deps),
  };
}
