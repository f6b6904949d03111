import type { AttributeKind } from "./statement";

/** How the words after a predicate are read. */
export type ValueShape =
  | "phrase"
  | "street"
  | "tool"
  | "name"
  | "amount"
  | "deadline"
  | "list"
  | "place"
  | "knownPlace"
  | "people"
  | "employer"
  | "occupation"
  | "language"
  | "thing"
  | "date"
  | "measure"
  | "time"
  | "number"
  | "commute"
  | "given";

/** One way to say one attribute. What stands before the match is the subject, its group `value` the value, `more` what narrows it down. */
export type PatternRow = {
  attribute: string;
  kind: AttributeKind;
  shape: ValueShape;
  pattern: RegExp;
  /** The words deny what they speak of, as "hates" does. */
  isDenial?: true;
  /** The words say that it has changed, as "moved to" does. */
  isChange?: true;
  /** The words say that something came to what is there, as "bought" does. */
  isGain?: true;
  /** For the shape `given`: the value, and the side on which it stands. */
  value?: string;
  side?: string;
};

/** Rows that need not be tried on a clause in which `words` finds nothing. */
export type PatternGroup = { words: RegExp; rows: readonly PatternRow[] };
