/** A stretch of a text; `start` and `end` are UTF-16 positions in it. */
export type Span = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter("zh", { granularity: "sentence" });

/** A text's sentences in order, without blanks around. A line's end ends one, except inside wrapped prose. */
export function splitSentences(text: string): Span[] {
  const sentences: Span[] = [];
  for (const { start, end } of joinPieces(text.replace(wrapped, " "))) {
    const piece = text.slice(start, end);
    const lead = piece.length - piece.trimStart().length;
    const trimmed = piece.trim();
    if (trimmed === "") continue;
    sentences.push({ text: trimmed, start: start + lead, end: start + lead + trimmed.length });
  }
  return sentences;
}

/** A line break between words of one sentence, as in text that was wrapped. */
const wrapped = /(?<=[\p{L},;])\n(?=\p{Ll})/gu;
/** Ends like an abbreviation: an initial, letters with dots between, a capital and one or two consonants. */
const abbreviated = /(?:^|[\s(["“])(?:\p{Lu}[bcdfghjklmnpqrstvwxz]{0,2}|(?:\p{L}\.)+\p{L})\.\s*$/u;

/** The segmenter's pieces, joined where an abbreviation or a quotation's own end misled it. */
function joinPieces(text: string): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = joined.at(-1);
    const before = last === undefined ? "" : text.slice(last.start, last.end);
    if (last !== undefined && !before.endsWith("\n") && goesOn(before, segment))
      last.end = index + segment.length;
    else joined.push({ start: index, end: index + segment.length });
  }
  return joined;
}

function goesOn(before: string, next: string): boolean {
  const tail = before.slice(-24);
  return abbreviated.test(tail) || (/\p{L}\.\s*$/u.test(tail) && /^\d/.test(next)) || /^\p{Ll}/u.test(next);
}
