export const verdicts = ["supported", "partly", "not_found"] as const;
/** Whether the sources that a sentence cites say what it says. */
export type Verdict = (typeof verdicts)[number];

/** What a sentence says otherwise than its source, or what the source lacks. */
export type ClaimProblem = "number" | "date" | "name" | "negation" | "quote" | "wording" | "no_text";

/** Where a source speaks of what a sentence says. `start` and `end` are places in the text that was kept, in UTF-16 units; `quote` is exactly what stands there. */
export type ClaimPassage = { quote: string; start: number; end: number };

/** One source that a sentence cites. */
export type ClaimSource = {
  number: number;
  evidenceId: string;
  verdict: Verdict;
  problems: ClaimProblem[];
  passage: ClaimPassage | null;
};

/** One sentence of the answer that cites sources. */
export type Claim = {
  /** Which of the message's text parts, and which places in its text: the sentence without its marks at the end. */
  part: number;
  start: number;
  end: number;
  /** The marks of the sentence: the how-manieth pairs of brackets that cite in this text part, from 0; code is not counted. */
  marks: number[];
  sentence: string;
  /** The best of its sources together: a sentence may take one half from each. */
  verdict: Verdict;
  sources: ClaimSource[];
  /** Who gave the verdict: rules alone, or a small model where they were undecided. */
  decidedBy: "rules" | "model";
};

/** Sources that say different things about one matter: what each says, and as of when (ISO 8601, where known). */
export type Disagreement = { about: string; values: { number: number; value: string; asOf?: string }[] };

/** What the check of an answer against its sources gave; one for each message. `pending` is how many sentences a small model still looks at. */
export type ClaimsData = {
  claims: Claim[];
  disagreements: Disagreement[];
  pending: number;
  checkedAt: number;
};

/** `GET /api/conversations/{id}/messages/{messageId}/claims`; `null` where nothing was cited or checked. */
export type ClaimsReply = { claims: ClaimsData | null };
