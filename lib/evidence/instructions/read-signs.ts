import { getKind, kinds } from "./characters";
import type { FoundMark } from "./find-marks";
import { findGluedWord, findTerm, isPhrase, listSigns, type CodedWord } from "./lexicon";
import { createQuoteReader } from "./quoted";
import { createWordReader, type WordReading } from "./read-word";
import type { Sign } from "./signs";

export type SignHit = {
  sign: Sign;
  /** Which word it is; where a sentence ends the count goes up by more than one. */
  at: number;
  start: number;
  end: number;
  /** Inside quotation marks, a quotation or code. */
  isQuoted: boolean;
  isDisguised: boolean;
};
export type CodedHit = {
  code: CodedWord;
  word: string;
  at: number;
  start: number;
  end: number;
  isQuoted: boolean;
};
export type ReadSigns = { hits: SignHit[]; coded: CodedHit[]; words: number };

const wordsBySentence = 6;
const wordsByParagraph = 1;
const shortestSpaced = 8;
const longestWord = 160;

/** All signs in a text, in one pass over it; `marks` are those that were found in another way. */
export function readSigns(text: string, marks: readonly FoundMark[] = []): ReadSigns {
  const found: ReadSigns = { hits: [], coded: [], words: 0 };
  const quotes = createQuoteReader(text);
  const readWord = createWordReader();
  let before: string[] = [];
  const spaced = createSpacedReader((letters, place) => addGlued(found, letters, place));
  let at = 0;
  let index = 0;
  let mark = 0;
  while (index < text.length) {
    for (; (marks[mark]?.start ?? Infinity) <= index; mark += 1)
      addMark(found, marks[mark], { at, isQuoted: quotes.isOpen() });
    const kind = getKind(text, index);
    if (kind === kinds.word) {
      const end = findWordEnd(text, index);
      at += 1;
      const place: Place = { at, start: index, end, isQuoted: quotes.isOpen() };
      const word = readWord(text.slice(index, Math.min(end, index + longestWord)));
      addWord(found, word, before, place);
      before = [word.folded, before[0] ?? "", before[1] ?? ""];
      spaced.take(word.folded, place);
      index = end;
    } else if (kind === kinds.han) {
      at += 0.5;
      const end = addTerm(found, text, index, { at, isQuoted: quotes.isOpen() });
      at += (end - index - 1) / 2;
      const isAlone = end === index + 1 && getKind(text, end) !== kinds.han;
      spaced.take(isAlone ? text.charAt(index) : "", { at, start: index, end, isQuoted: quotes.isOpen() });
      index = end;
    } else {
      const next = quotes.take(index, kind);
      if (kind === kinds.stop && isSentenceEnd(text, index)) at += wordsBySentence;
      if (next.isParagraph) at += wordsByParagraph;
      index = next.index;
    }
  }
  spaced.end();
  return { ...found, words: at };
}

function addMark(found: ReadSigns, mark: FoundMark | undefined, place: Pick<Place, "at" | "isQuoted">): void {
  if (mark !== undefined) found.hits.push({ ...mark, ...place, isDisguised: false });
}

type Place = { at: number; start: number; end: number; isQuoted: boolean };

function findWordEnd(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const kind = getKind(text, end);
    if (kind === kinds.word || kind === kinds.unseen || kind === kinds.low) continue;
    if (
      kind === kinds.inWord &&
      getKind(text, end - 1) !== kinds.inWord &&
      getKind(text, end + 1) === kinds.word
    )
      continue;
    if (
      kind === kinds.inWord &&
      text.charAt(end) === "*" &&
      text.charAt(end + 1) === "*" &&
      getKind(text, end + 2) === kinds.word
    )
      continue;
    if (
      kind === kinds.inWord &&
      text.charAt(end) === "*" &&
      text.charAt(end - 1) === "*" &&
      getKind(text, end + 1) === kinds.word
    )
      continue;
    break;
  }
  return end;
}

function isSentenceEnd(text: string, at: number): boolean {
  return text.charCodeAt(at) > 0x2000 || at + 1 >= text.length || getKind(text, at + 1) !== kinds.word;
}

function addWord(
  found: ReadSigns,
  { folded, signs, phrases, isDisguised, code, isGlued }: WordReading,
  before: readonly string[],
  place: Place,
): void {
  for (const sign of signs) found.hits.push({ sign, ...place, isDisguised });
  for (const phrase of phrases)
    if (isPhrase(phrase, before)) found.hits.push({ sign: phrase.sign, ...place, isDisguised });
  if (code !== null) found.coded.push({ code, word: folded, ...place });
  if (isGlued) addGlued(found, folded.replaceAll("_", ""), place);
}

function addTerm(
  found: ReadSigns,
  text: string,
  start: number,
  { at, isQuoted }: Pick<Place, "at" | "isQuoted">,
): number {
  const term = findTerm(text, start);
  if (term === null) return start + 1;
  const end = start + term.term.length;
  if (term.isReversed) found.coded.push({ code: "reversed", word: term.term, at, start, end, isQuoted });
  for (const sign of term.signs) found.hits.push({ sign, at, start, end, isQuoted, isDisguised: false });
  return end;
}

/** Words written without blanks between them. */
function addGlued(found: ReadSigns, letters: string, place: Place): void {
  let at = place.at;
  for (let index = 0; index < letters.length;) {
    const word = findGluedWord(letters, index);
    const term = word === null ? findTerm(letters, index) : null;
    const signs = word === null ? (term?.signs ?? []) : listSigns(word, word);
    if (signs.length > 0) at += 1;
    for (const sign of signs) found.hits.push({ sign, ...place, at, isDisguised: true });
    index += word?.length ?? term?.term.length ?? 1;
  }
}

/** Puts letters together that stand one by one. */
function createSpacedReader(onRun: (letters: string, place: Place) => void) {
  let letters = "";
  let first: Place | null = null;
  let last: Place | null = null;
  const end = () => {
    if (letters.length >= shortestSpaced && first !== null && last !== null)
      onRun(letters, { ...first, end: last.end });
    [letters, first, last] = ["", null, null];
  };
  return {
    take(folded: string, place: Place): void {
      const letter = folded.length === 1 ? folded : "";
      const isNear = last === null || place.start - last.end <= 3;
      if (letter.length !== 1 || !isNear) end();
      if (letter.length !== 1) return;
      letters += letter;
      first ??= place;
      last = place;
    },
    end,
  };
}
