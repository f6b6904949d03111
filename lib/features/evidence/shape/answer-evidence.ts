import { toShownNumbers, writeShownNumbers, type ShownNumbers } from "./citation-marks";
import { verdicts, type ClaimsData, type Verdict } from "./claims";
import type { DocumentKind, ReadRoute } from "./evidence";

/** A sentence of the answer beside the source's words; `quote` is null where nothing was found. */
export type AnswerQuote = { sentence: string; verdict: Verdict; quote: string | null };

/** A cited source; without a text a search result. Times are ISO 8601, the hash is the text's SHA-256. */
export type AnswerSource = {
  number: number;
  url: string;
  title: string;
  site: string;
  publishedAt?: string;
  retrievedAt?: string;
  route?: ReadRoute;
  documentKind?: DocumentKind;
  evidenceId: string | null;
  contentHash: string | null;
  text: string | null;
  quotes: AnswerQuote[];
};

/** An answer with all that it rests on: what is exported and printed. */
export type AnswerEvidence = {
  conversationId: string;
  messageId: string;
  title: string;
  question: string | null;
  answer: string;
  pairs: CitedPair[];
  model?: string;
  answeredAt?: string;
  tookMs?: number;
  /** Absent where no price is known. */
  costMicroUsd?: number;
  sources: AnswerSource[];
  claims: ClaimsData | null;
};

/** A pair of brackets that cites: `key` says in which text part of the message, and which pair there. */
export type CitedPair = { key: `${number}.${number}`; numbers: number[] };

/** What the check found of each number in one pair of brackets. */
export type MarkVerdicts = Readonly<Record<string, Verdict>>;

/** What the check found at each pair of brackets, by the numbers that are shown. */
export function listMarkVerdicts(
  { claims }: ClaimsData,
  pairs: readonly CitedPair[],
  shown: ShownNumbers,
): MarkVerdicts[] {
  return pairs.map(({ key, numbers }) => {
    const found = claims.find(({ part, marks }) => marks.some((mark) => key === `${part}.${mark}`));
    const sources = found?.sources.filter(({ number }) => numbers.includes(number)) ?? [];
    return Object.fromEntries(sources.map(({ number, verdict }) => [shown.get(number) ?? number, verdict]));
  });
}

export function countMarks(marks: readonly MarkVerdicts[]): Record<Verdict, number> {
  const found = marks.flatMap((mark) => Object.values(mark));
  const countOf = (verdict: Verdict) => found.filter((other) => other === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, countOf(verdict)])) as Record<
    Verdict,
    number
  >;
}

/** `marks`: none without a check. */
export type ShownAnswer = AnswerEvidence & { marks?: MarkVerdicts[] };

/** An answer for readers: numbered from 1 in the order in which it cites, as on the screen. */
export function toShownAnswer(answer: AnswerEvidence): ShownAnswer {
  const known = new Set(answer.sources.map(({ number }) => number));
  const shown = toShownNumbers(answer.answer, (number) => known.has(number));
  const sources = answer.sources
    .map((source) => ({ ...source, number: shown.get(source.number) ?? source.number }))
    .toSorted((a, b) => a.number - b.number);
  const marks = answer.claims && listMarkVerdicts(answer.claims, answer.pairs, shown);
  return { ...answer, answer: writeShownNumbers(answer.answer, shown), sources, ...(marks && { marks }) };
}
