import type {
  AnswerEvidence,
  AnswerQuote,
  AnswerSource,
} from "@/lib/features/evidence/shape/answer-evidence";
import type { Verdict } from "@/lib/features/evidence/shape/claims";
import type { ReadRoute } from "@/lib/features/evidence/shape/evidence";
import type { SealWords } from "./seal-lines";

/** The words around the answer, in the person's language. */
export type ExportWords = SealWords & {
  sources: string;
  answered: string;
  took: string;
  seconds: string;
  cost: string;
  published: string;
  retrieved: string;
  notRead: string;
  hash: string;
  colon: string;
  route: Record<ReadRoute, string>;
  verdict: Record<Verdict, string>;
};

/** When it was given, how long that took and what it cost, as far as that is known. */
export function listAbout(
  { answeredAt, tookMs, costMicroUsd }: AnswerEvidence,
  words: ExportWords,
): string[] {
  return [
    ...(answeredAt === undefined ? [] : [`${words.answered} ${answeredAt.slice(0, 10)}`]),
    ...(tookMs === undefined ? [] : [`${words.took} ${Math.ceil(tookMs / 1_000)} ${words.seconds}`]),
    ...(costMicroUsd === undefined ? [] : [`${words.cost} $${(costMicroUsd / 1e6).toFixed(4)}`]),
  ];
}

export function listFacts(
  { publishedAt, retrievedAt, route, text }: AnswerSource,
  words: ExportWords,
): string[] {
  return [
    ...(publishedAt === undefined ? [] : [`${words.published} ${publishedAt.slice(0, 10)}`]),
    ...(text === null || retrievedAt === undefined ? [words.notRead] : [`${words.retrieved} ${retrievedAt}`]),
    ...(route === undefined ? [] : [words.route[route]]),
  ];
}

/** Several sentences may rest on one passage: it is quoted once, with each of them. */
export function listDistinct(quotes: AnswerQuote[]): (AnswerQuote & { sentences: AnswerQuote[] })[] {
  const groups = Map.groupBy(quotes, ({ quote }) => quote);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ ...group[0], sentences: group }],
  );
}

export function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
