export type Sentence = { text: string; /** Which line of the text it stands in. */ line: number };

/** Whatever a reader may take for the end of a line. */
export const lineEnd = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;
const maxCharacters = 300;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text in their order, in linear time; lines end one, and longer ones than `maxCharacters` are cut, never inside a character. */
export function splitSentences(text: string): Sentence[] {
  return text
    .toWellFormed()
    .split(lineEnd)
    .flatMap((line, index) => splitLine(line.trim()).map((sentence) => ({ text: sentence, line: index })));
}

function splitLine(line: string): string[] {
  if (line === "") return [];
  const whole = /[.!?。！？…](?=.)/u.test(line)
    ? joinAbbreviations(line).flatMap((sentence) => sentence.split(lowerCaseStart))
    : [line];
  return whole.flatMap(cutLong);
}

const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|e\.g|i\.e|approx|ca|Inc|Ltd|\p{Lu})\.$/u;
/** Unicode's rules end no sentence before a small letter, but many people write nothing else. */
const lowerCaseStart = /(?<=\p{Ll}{3}[.!?])(?<!\b(?:etc|approx)\.)\s+(?=\p{Ll})/u;

/** Unicode's rules end a sentence behind “Dr.”. */
function joinAbbreviations(line: string): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const { segment } of sentences.segment(line)) {
    if (isOpen) joined.push(`${joined.pop() ?? ""}${segment}`);
    else joined.push(segment);
    isOpen = abbreviation.test(segment.slice(-12).trimEnd());
  }
  return joined.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxCharacters) {
    const end = findCut(rest, maxCharacters);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

/** Where to cut at most `length` characters off: behind a mark or a blank of the second half, else between two characters. */
export function findCut(text: string, length: number): number {
  if (text.length <= length) return text.length;
  const half = Math.floor(length / 2);
  const later = text.slice(half, length);
  const mark = Math.max(...[...";；,，、"].map((sign) => later.lastIndexOf(sign)));
  const blank = later.lastIndexOf(" ");
  // A comma inside a number is none.
  const end = mark >= 0 && !/\d/.test(later[mark + 1] ?? "") ? mark + 1 : blank >= 0 ? blank : -1;
  return end > 0 ? half + end : toBorder(text, length);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Longer characters than this are made to do harm. */
const neighbourhood = 64;

/** The last border between two characters, as people see them, at or before `index`; at least 1. */
function toBorder(text: string, index: number): number {
  const from = Math.max(0, index - neighbourhood);
  let border = from;
  for (const { index: at } of graphemes.segment(text.slice(from, index + neighbourhood))) {
    if (from + at > index) break;
    border = from + at;
  }
  if (border > from) return border;
  const isInside = /[\udc00-\udfff]/.test(text[index] ?? "") && index > 1;
  return Math.max(1, isInside ? index - 1 : index);
}
