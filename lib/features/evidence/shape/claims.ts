/**
 * How a cited sentence stands to its sources. Code alone says `quoted` (it stands there letter by letter) and
 * `differs` (a number, date or quotation is another one); a model says `supported`, `partly`, `not_found`.
 */
export const verdicts = ["quoted", "supported", "partly", "differs", "not_found", "unchecked"] as const;
export type Verdict = (typeof verdicts)[number];

/** What differs from the source. Stored answers also have `name`, `negation` and `wording`. */
export const claimProblems = ["number", "date", "quote", "no_text", "name", "negation", "wording"] as const;
export type ClaimProblem = (typeof claimProblems)[number];

/** `start` and `end` are UTF-16 places in the text that was kept; `quote` is exactly what stands there. */
export type ClaimPassage = { quote: string; start: number; end: number };

/** One source that a sentence cites. */
export type ClaimSource = {
  number: number;
  evidenceId: string;
  verdict: Verdict;
  problems: ClaimProblem[];
  passage: ClaimPassage | null;
  /** With `differs`: what differs, as the sentence and as the source writes it. */
  difference?: { claim: string; source: string } | undefined;
};

/** One sentence of the answer that cites sources. */
export type Claim = {
  /** Which text part of the message, and UTF-16 places in it: the sentence without its marks at the end. */
  part: number;
  start: number;
  end: number;
  /** Its pairs of brackets among those of the text part that cite, counted from 0; code is left out. */
  marks: number[];
  sentence: string;
  /** The verdict of all its sources together. */
  verdict: Verdict;
  sources: ClaimSource[];
  /** Rules alone, or a small model about what rules cannot tell. */
  decidedBy: "rules" | "model";
};

/** The check of an answer against its sources; one for each message. */
export type ClaimsData = {
  claims: Claim[];
  /** How many sentences a small model is still asked about. */
  pending: number;
  /** Milliseconds since 1970. */
  checkedAt: number;
};

/** `GET /api/conversations/{id}/messages/{messageId}/claims`; `null` where nothing was cited or checked. */
export type ClaimsReply = { claims: ClaimsData | null };
