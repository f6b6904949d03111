/** One pair of brackets that cites, with its place in the text. */
export type CitationMark = { start: number; end: number; numbers: number[] };

/** Every pair of brackets that cites, in order. */
export function listMarks(text: string): CitationMark[] {
  const found = maskCode(text).matchAll(/\[(\d{1,4}(?:\s*[,，、]\s*\d{1,4})*)\](?!\(|:\s*<?https?:)/g);
  const marks = [...found].map((mark) => {
    const numbers = (mark[1] ?? "").split(/[,，、]/).map(Number);
    return { start: mark.index, end: mark.index + mark[0].length, numbers };
  });
  // `[0, 1]` is an interval.
  return marks.filter(({ numbers }) => !numbers.includes(0));
}

/** A source's number in the conversation, and what it is shown as in one answer. */
export type ShownNumbers = ReadonlyMap<number, number>;

/** An answer's sources are shown as 1, 2, 3 in the order in which its text cites them. */
export function toShownNumbers(text: string): ShownNumbers {
  const cited = listMarks(text).flatMap(({ numbers }) => numbers);
  return new Map([...new Set(cited)].map((number, index) => [number, index + 1]));
}

/** The text with its marks as they are shown. */
export function writeShownNumbers(text: string, shown: ShownNumbers): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, numbers } of listMarks(text)) {
    const written = numbers.map((number) => shown.get(number) ?? number).join(", ");
    pieces.push(text.slice(from, start), `[${written}]`);
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}

/** Blanks instead of code, so that every place in the text stays where it was. */
export function maskCode(text: string): string {
  const masked: string[] = [];
  let paragraph: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (paragraph.length > 0) masked.push(...maskSpans(paragraph.join("\n")).split("\n"));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isEnd = fence !== null && mark !== undefined && mark.startsWith(fence) && line.trim() === mark;
    const isStart = fence === null && mark !== undefined && opensFence(line.trim(), mark);
    if (isStart || line.trim() === "") close();
    if (fence !== null || isStart || line.trim() === "") masked.push(" ".repeat(line.length));
    else paragraph.push(line);
    if (isEnd) fence = null;
    else if (isStart) fence = mark;
  }
  close();
  return masked.join("\n");
}

/** A backtick behind the opening backticks makes them a code span. */
function opensFence(line: string, mark: string): boolean {
  return !(mark.startsWith("`") && line.slice(mark.length).includes("`"));
}

/** A run of backticks opens a span that the next run of the same length in its paragraph closes. */
function maskSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }));
  const nextOfLength = new Map<number, number>();
  const closers: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0;
    closers[index] = nextOfLength.get(length);
    nextOfLength.set(length, index);
  }
  const pieces: string[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const [run, closing] = [runs[index], runs[closers[index] ?? -1]];
    if (run === undefined || closing === undefined) continue;
    const end = closing.start + closing.length;
    pieces.push(paragraph.slice(from, run.start), paragraph.slice(run.start, end).replace(/[^\n]/g, " "));
    from = end;
    index = closers[index] ?? index;
  }
  return [...pieces, paragraph.slice(from)].join("");
}
