/** Who or what is spoken of. `relation` is `self` for the person, else "daughter", "dog", "project" …; both are empty where it is not understood. */
export type Subject = { relation: string; name: string; words: string };

/**
 * How the values of an attribute stand to each other: a `single` one is replaced by a newer one, a `loose` one only where the words say that
 * it is newer, a `fixed` one cannot change, of `many` each stands for itself.
 */
export type AttributeKind = "single" | "loose" | "fixed" | "many";

export type Statement = {
  subject: Subject;
  attribute: string;
  kind: AttributeKind;
  /** Comparable terms, in order. */
  value: string[];
  /** What narrows it down: where, since when, how well, what for. */
  details: string[];
  isDenied: boolean;
  /** It held once and holds no longer. */
  isOver: boolean;
  /** The words say that this is new. */
  isNew: boolean;
  /** The words say that this comes on top of others. */
  isAddition: boolean;
  /** How many there are, where that is said. */
  count: number | null;
  /** The value that this one took the place of. */
  replaces: string[];
  /** It took the place of another of its kind, which is not named. */
  isSwitch: boolean;
  /** Of values that exclude each other, the side on which this one stands. */
  side: string | null;
};

/** What a predicate says, without who it is about. */
export type ReadValue = Pick<
  Statement,
  "attribute" | "kind" | "value" | "details" | "isNew" | "isAddition" | "count" | "side"
>;

/** A clause in which no attribute was recognised is only compared word by word. */
export type OpaqueClause = { words: string; isDenied: boolean };

export type FactReading = {
  statements: Statement[];
  opaque: OpaqueClause[];
  /** What follows from the statements without being said. */
  implied: Statement[];
  /** All terms, for how near two facts are. */
  terms: ReadonlySet<string>;
};
