/** A part of a sentence, from its own start. */
export type Span = { start: number; end: number };

/** How one language asks for something to be kept. Sentences come without their closing mark. */
export type TriggerLanguage = {
  /** A sentence that brings in words that are not the person's own: a text to work on, a story, a supposition. */
  isTask: (sentence: string) => boolean;
  /** Whether such a sentence's words go on behind it. */
  leadsOn: (sentence: string) => boolean;
  /** “Forget that”: takes back what was asked before. */
  isRetraction: (sentence: string) => boolean;
  /** “Remember these:” – what follows is a list. */
  opensList: (sentence: string) => boolean;
  /** “Please remember that”, which speaks of the sentence before. */
  isBareRequest: (sentence: string) => boolean;
  /** Whether a whole sentence says something that can be kept. */
  isStatement: (sentence: string) => boolean;
  findSpans: (sentence: string, isQuestion: boolean) => Span[];
  /** Words around a fact that do not belong to it. */
  padding: { before: RegExp; after: RegExp };
};
