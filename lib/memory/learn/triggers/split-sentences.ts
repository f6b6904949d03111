export type Sentence = {
  start: number;
  end: number;
  isQuestion: boolean;
  /** A blank line stands before it. */ opensParagraph: boolean;
};

const ends = /[.!?。！？；;…]+["'”’」』）)]*|\n+/g;
const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|no|e\.g|i\.e|etc|p\.m|a\.m|p\.s|[a-z]|\d{1,2})\.$/i;

/** Sentences with their places, without the blanks around them. Dots in numbers, names and behind titles end none. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let gap = "\n\n";
  for (const end of [...text.matchAll(ends), { index: text.length, 0: "" }]) {
    const mark = end[0];
    const next = end.index + mark.length;
    if (
      /^\.+$/.test(mark) &&
      (/^[^\s"”）)]/.test(text.slice(next, next + 1)) ||
        abbreviation.test(text.slice(Math.max(from, next - 8), next)))
    )
      continue;
    const body = text.slice(from, end.index);
    const start = from + body.length - body.trimStart().length;
    gap += body.slice(0, start - from);
    if (body.trim() !== "") {
      sentences.push({
        start,
        end: start + body.trim().length,
        isQuestion: /[?？]/.test(mark),
        opensParagraph: /\n\s*\n/.test(gap),
      });
      gap = "";
    }
    gap += mark;
    from = next;
  }
  return sentences;
}
