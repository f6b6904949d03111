import { listNames, type Name } from "./names";
import { listQuotes } from "./quotes";
import { isDependent, splitClauses, splitFine, type Piece } from "./split-clauses";
import { isHan, toTerms, toTokens } from "./terms";

/** One statement of a cited sentence, read once for all its sources. */
export type Clause = {
  text: string;
  isHan: boolean;
  pieces: Piece[];
  terms: string[];
  /** All tokens of the whole sentence: they help to find the place where a statement without a subject is. */
  context: ReadonlySet<string>;
  names: Name[];
  quotes: string[];
  sentence: string;
  /** Speaks of what the statement before names. */
  isDependent: boolean;
};

/** The statements of a sentence; a very long one counts up to `maxLength`. */
export function readClauses(sentence: string): Clause[] {
  const read = sentence.slice(0, maxLength);
  const context = toTokens(read);
  const quotes = listQuotes(read);
  const clauses = splitClauses(read)
    .slice(0, maxClauses)
    .map((text): Clause => {
      const pieces = splitFine(text);
      const rest = pieces.map(({ facts }) => facts.rest).join(" ");
      return {
        text,
        isHan: isHan(text),
        pieces,
        terms: toTerms(rest),
        context,
        names: listNames(text),
        quotes: [],
        sentence: read,
        isDependent: isDependent(text),
      };
    });
  // A quotation may run over several statements: it belongs to the one in which it begins.
  for (const quote of quotes) {
    const owner = clauses.find(({ text }) => text.includes(quote.slice(0, 8))) ?? clauses[0];
    owner?.quotes.push(quote);
  }
  return clauses;
}

const maxLength = 6_000;
const maxClauses = 40;
