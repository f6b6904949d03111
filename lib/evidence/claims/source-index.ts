import { toComparableQuote } from "./quotes";
import { splitSentences, type Sentence, type Span } from "./split-sentences";
import { splitFine, type Piece } from "./split-clauses";
import { toInitials, toPlainName } from "./names";
import { isHan, toTerms, toTokens } from "./terms";

/** A source as it was kept. Times in milliseconds since 1970, `publishedAt` in ISO 8601. */
export type ClaimSourceText = {
  number: number;
  evidenceId: string;
  text: string;
  title: string;
  publishedAt?: string;
  retrievedAt: number;
};

export type SourceSentence = Sentence & { tokens: ReadonlySet<string>; heading: number };
export type SourceIndex = {
  source: ClaimSourceText;
  isHan: boolean;
  sentences: SourceSentence[];
  /** The sentences that hold a token, by their place in the list. */
  postings: ReadonlyMap<string, number[]>;
  title: ReadonlySet<string>;
  getPieces(sentence: number): Piece[];
  getWords(sentence: number): { words: ReadonlySet<string>; initials: string; text: string };
  getQuotable(): string;
};

const maxSentence = 1_200;

/** A source made ready for finding sentences in it: one pass over its text; the rest is read when it is asked for. */
export function indexSource(source: ClaimSourceText): SourceIndex {
  const { text } = source;
  const sentences = readSentences(text);
  return {
    source,
    isHan: isHan(text.slice(0, 2_000)),
    sentences,
    postings: toPostings(sentences),
    title: new Set(toTerms(source.title)),
    getPieces: remember((index) => splitFine(sliceSpan(text, sentences[index]))),
    getWords: remember((index) => readWords(sliceSpan(text, sentences[index]))),
    getQuotable: rememberOne(() => toComparableQuote(text)),
  };
}

/** A row of a table also says what the head of the table says. */
function readSentences(text: string): SourceSentence[] {
  let heading = -1;
  let head: ReadonlySet<string> | null = null;
  return splitSentences(text, maxSentence).map((sentence, index) => {
    if (sentence.kind === "heading") heading = index;
    const tokens = toTokens(text.slice(sentence.start, sentence.end));
    const both = sentence.kind === "row" && head !== null ? new Set([...tokens, ...head]) : tokens;
    head = sentence.kind === "row" ? (head ?? tokens) : null;
    return { ...sentence, heading, tokens: both };
  });
}

export function sliceSpan(text: string, span: Span | undefined): string {
  return span === undefined ? "" : text.slice(span.start, span.end);
}

function toPostings(sentences: readonly SourceSentence[]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  for (const [index, { tokens }] of sentences.entries()) {
    for (const token of tokens) {
      const known = postings.get(token);
      if (known) known.push(index);
      else postings.set(token, [index]);
    }
  }
  return postings;
}

export function readWords(text: string) {
  return {
    words: new Set((text.match(/[\p{L}\p{N}]+(?:[-'’.&][\p{L}\p{N}]+)*/gu) ?? []).flatMap(toNameWords)),
    initials: toInitials(text),
    text,
  };
}

function toNameWords(word: string): string[] {
  const plain = toPlainName(word);
  return plain.includes("-") ? [plain, ...plain.split("-")] : [plain];
}

function remember<T>(read: (index: number) => T): (index: number) => T {
  const known = new Map<number, T>();
  return (index) => {
    const value = known.get(index) ?? read(index);
    known.set(index, value);
    return value;
  };
}

function rememberOne<T>(read: () => T): () => T {
  const once = remember(read);
  return () => once(0);
}
