import type { ClaimsData, Verdict } from "./claims";
import type { DocumentKind, ReadRoute } from "./evidence";

/** A sentence of the answer beside what stands in the source about it; `quote` is null where nothing was found. */
export type AnswerQuote = { sentence: string; verdict: Verdict; quote: string | null };

/** A source that an answer cites. Without a text it was seen as a search result only. Times are ISO 8601, the hash is SHA-256 of the text. */
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
  model?: string;
  answeredAt?: string;
  sources: AnswerSource[];
  claims: ClaimsData | null;
};
