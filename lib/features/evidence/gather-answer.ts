import type { Conversations } from "@/lib/data/conversations";
import type { EvidenceRecords, EvidenceSource } from "@/lib/features/evidence/records/evidence";
import type { Messages, StoredMessage } from "@/lib/data/messages";
import type {
  AnswerEvidence,
  AnswerQuote,
  AnswerSource,
  CitedPair,
} from "@/lib/features/evidence/shape/answer-evidence";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import type { Claim, ClaimsData } from "@/lib/features/evidence/shape/claims";
import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import { findStoredClaims } from "./stored-claims";

export type EvidenceDeps = { conversations: Conversations; messages: Messages; evidence: EvidenceRecords };

type ConversationPlace = { userId: string; conversationId: string };

/** An answer with the whole text of every source that it cites, as it was read for this answer. */
export async function gatherAnswer(
  deps: EvidenceDeps,
  { userId, conversationId }: ConversationPlace,
  stored: StoredMessage,
): Promise<AnswerEvidence> {
  const { message } = stored;
  const [conversation, question, numbered] = await Promise.all([
    deps.conversations.get(userId, conversationId),
    deps.messages.findBefore(userId, conversationId, stored),
    deps.evidence.listSources(userId, conversationId),
  ]);
  const answer = readAnswerText(message);
  const claims = findStoredClaims(message);
  const chosen = chooseSources(stored, answer, numbered);
  const sources = await Promise.all(
    chosen.map(async (source): Promise<AnswerSource> => ({
      ...source,
      ...(await readText(deps, { userId, conversationId }, source)),
      quotes: listQuotes(claims, source.number),
    })),
  );
  const { model, startedAt, endedAt, costMicroUsd } = message.metadata ?? {};
  return {
    conversationId,
    messageId: message.id,
    title: conversation.title,
    question: readQuestion(question?.message),
    answer,
    pairs: listPairs(message),
    ...(model === undefined ? {} : { model }),
    ...(endedAt === undefined ? {} : { answeredAt: new Date(endedAt).toISOString() }),
    ...(startedAt === undefined || endedAt === undefined ? {} : { tookMs: endedAt - startedAt }),
    ...(costMicroUsd === undefined ? {} : { costMicroUsd }),
    sources,
    claims,
  };
}

/** Shorter words before a step are said on the way and are no part of the answer. */
const maxAsideCharacters = 280;

export function readAnswerText(message: ChatMessage): string {
  return listAnswerTexts(message)
    .map(({ text }) => text)
    .join("\n\n");
}

/** The answer's pairs of brackets that cite. */
export function listPairs(message: ChatMessage): CitedPair[] {
  return listAnswerTexts(message).flatMap(({ text, part }) =>
    listMarks(text).map(({ numbers }, place) => ({ key: `${part}.${place}` as const, numbers })),
  );
}

/** `part`: its number among the message's text parts. */
function listAnswerTexts({ parts }: ChatMessage): { text: string; part: number }[] {
  const lastTool = parts.findLastIndex((part) => "toolCallId" in part);
  const texts = parts
    .flatMap((part, index) => (part.type === "text" ? [{ text: part.text, isLate: index > lastTool }] : []))
    .map((text, part) => ({ ...text, part }))
    .filter(({ text }) => text.trim() !== "");
  const shown = texts.filter(({ text, isLate }) => isLate || text.length > maxAsideCharacters);
  return shown.length > 0 ? shown : texts.slice(-1);
}

function readQuestion(message: ChatMessage | undefined): string | null {
  if (message?.role !== "user") return null;
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  return text === "" ? null : text;
}

type ChosenSource = Pick<AnswerSource, "number" | "url" | "title" | "site" | "publishedAt" | "evidenceId">;

/** The text that the check used counts first, then what the answer named, then what the number is now. */
function chooseSources(stored: StoredMessage, answer: string, numbered: EvidenceSource[]): ChosenSource[] {
  const claims = findStoredClaims(stored.message)?.claims ?? [];
  const named = readNamedSources(stored.message);
  const known = new Set([...numbered, ...named].map(({ number }) => number));
  const cited = findCitedNumbers(answer, (number) => known.has(number));
  return cited
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const source =
        numbered.find((candidate) => candidate.number === number) ??
        named.find((candidate) => candidate.number === number);
      if (source === undefined) return [];
      const checked = claims
        .flatMap((claim) => claim.sources)
        .find((candidate) => candidate.number === number);
      const evidenceId =
        checked?.evidenceId ??
        named.find((candidate) => candidate.number === number)?.evidenceId ??
        source.evidenceId;
      const { url, title, site, publishedAt } = source;
      return [
        { number, url, title, site, ...(publishedAt === undefined ? {} : { publishedAt }), evidenceId },
      ];
    });
}

export function readNamedSources(message: ChatMessage): ChosenSource[] {
  return message.parts.flatMap((part) => {
    if (part.type !== "source-url") return [];
    const { site, evidenceId, publishedAt } = part.providerMetadata?.["sextant"] ?? {};
    const named = {
      number: Number(part.sourceId),
      url: part.url,
      title: part.title ?? part.url,
      site: typeof site === "string" ? site : part.url,
    };
    return [
      {
        ...named,
        ...(typeof publishedAt === "string" && { publishedAt }),
        evidenceId: typeof evidenceId === "string" ? evidenceId : null,
      },
    ];
  });
}

async function readText(deps: EvidenceDeps, place: ConversationPlace, { evidenceId }: ChosenSource) {
  const found =
    evidenceId === null ? null : await deps.evidence.find(place.userId, place.conversationId, evidenceId);
  if (found === null) return { contentHash: null, text: null };
  const { contentHash, text, retrievedAt, publishedAt, route, documentKind } = found;
  return {
    contentHash,
    text,
    retrievedAt: new Date(retrievedAt).toISOString(),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(route === undefined ? {} : { route }),
    ...(documentKind === undefined ? {} : { documentKind }),
  };
}

function listQuotes(claims: ClaimsData | null, number: number): AnswerQuote[] {
  return (claims?.claims ?? []).flatMap((claim) => toQuotes(claim, number));
}

function toQuotes({ sentence, sources }: Claim, number: number): AnswerQuote[] {
  return sources
    .filter((source) => source.number === number)
    .map(({ verdict, passage }) => ({ sentence, verdict, quote: passage?.quote ?? null }));
}
