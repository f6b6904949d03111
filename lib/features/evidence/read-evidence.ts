import type { Evidence } from "@/lib/features/evidence/records/evidence";
import type { StoredMessage } from "@/lib/data/messages";
import { AppError } from "@/lib/errors";
import type { AnswerEvidence } from "@/lib/features/evidence/shape/answer-evidence";
import type { ClaimsReply } from "@/lib/features/evidence/shape/claims";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";
import type { AnswerFile, ExportRequest } from "./export/export-answer";
import { gatherAnswer, type EvidenceDeps } from "./gather-answer";
import { findStoredClaims, settleClaims } from "./stored-claims";

type ReaderDeps = EvidenceDeps & {
  /** Writes the file, in a thread of its own. */
  exportAnswer: (owner: string, answer: AnswerEvidence, wish: ExportRequest) => Promise<AnswerFile>;
};

/** What a person's answers rest on. Everything throws `not_found` where it is not theirs or not there. */
export function createEvidenceReader(deps: ReaderDeps, now: () => number = Date.now) {
  const readAnswer = createAnswerReader(deps);

  return {
    async read(userId: string, conversationId: string, evidenceId: string): Promise<EvidenceReply> {
      const found = await deps.evidence.find(userId, conversationId, evidenceId);
      if (found === null) throw new AppError("not_found", "This text was not kept.");
      return toEvidenceReply(evidenceId, found);
    },

    async readClaims(userId: string, conversationId: string, messageId: string): Promise<ClaimsReply> {
      const { message } = await getReply(deps, userId, conversationId, messageId);
      const settled = settleClaims(message, now());
      if (settled !== null)
        await deps.messages.change(
          userId,
          conversationId,
          messageId,
          (stored) => settleClaims(stored, now()) ?? stored,
        );
      return { claims: findStoredClaims(settled ?? message) };
    },

    readAnswer,

    async exportAnswer(
      userId: string,
      conversationId: string,
      messageId: string,
      wish: ExportRequest,
    ): Promise<AnswerFile> {
      return deps.exportAnswer(userId, await readAnswer(userId, conversationId, messageId), wish);
    },
  };
}

/** An answer with what it rests on. */
export function createAnswerReader(deps: EvidenceDeps) {
  return async (userId: string, conversationId: string, messageId: string): Promise<AnswerEvidence> =>
    gatherAnswer(deps, { userId, conversationId }, await getReply(deps, userId, conversationId, messageId));
}

async function getReply(
  { messages }: EvidenceDeps,
  userId: string,
  conversationId: string,
  messageId: string,
): Promise<StoredMessage> {
  const found = await messages.find(userId, conversationId, messageId);
  if (found?.message.role !== "assistant") throw new AppError("not_found", "This answer does not exist.");
  return found;
}

function toEvidenceReply(
  id: string,
  { kind, number, url, title, site, retrievedAt, contentHash, text, ...more }: Evidence,
): EvidenceReply {
  const { publishedAt, route, documentKind, pages } = more;
  return {
    id,
    kind,
    number,
    url,
    title,
    site,
    ...(publishedAt === undefined ? {} : { publishedAt }),
    retrievedAt: new Date(retrievedAt).toISOString(),
    contentHash,
    text,
    ...(route === undefined ? {} : { route }),
    ...(documentKind === undefined ? {} : { documentKind }),
    ...(pages === undefined ? {} : { pages }),
  };
}
