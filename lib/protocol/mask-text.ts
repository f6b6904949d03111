/** Blanks instead of code and formulas, so that every place in the text stays where it was. */
export function maskLiterals(text: string): string {
  return maskFormulas(maskCode(text));
}

/** What may stand before a fence: quotation signs and the signs of list items. */
const linePrefix = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,3}[.)](?=[ \t])){0,40}/;

export const isLinePrefix = (text: string): boolean => linePrefix.exec(text)?.[0].length === text.length;

/** A line of code by its indentation; in a list it is what the item goes on with. */
const indented = /^(?: {4}|\t)[ \t]*[^ \t]/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Blanks instead of code, so that every place in the text stays where it was. */
export function maskCode(text: string): string {
  const masked: string[] = [];
  let paragraph: string[] = [];
  let fence: string | null = null;
  let isInList = false;
  const close = () => {
    if (paragraph.length > 0) masked.push(...maskSpans(paragraph.join("\n")).split("\n"));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const next = readFence(line, fence);
    const isLiteral = fence !== null || next !== null || line.trim() === "";
    if (isLiteral) close();
    const isCode = !isInList && paragraph.length === 0 && indented.test(line);
    if (isLiteral || isCode) masked.push(" ".repeat(line.length));
    else paragraph.push(line);
    if (/^\S/.test(line) || listItem.test(line)) isInList = listItem.test(line);
    fence = next;
  }
  close();
  return masked.join("\n");
}

/** The fence that is open behind a line, of the one that was open before it. */
function readFence(line: string, fence: string | null): string | null {
  const rest = line.slice(linePrefix.exec(line)?.[0].length ?? 0).trimEnd();
  const mark = /^(?:`{3,}|~{3,})/.exec(rest)?.[0];
  if (mark === undefined) return fence;
  if (fence === null) return opensFence(rest, mark) ? mark : null;
  return mark.startsWith(fence) && rest === mark ? null : fence;
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
    pieces.push(paragraph.slice(from, run.start), toBlanks(paragraph.slice(run.start, end)));
    from = end;
    index = closers[index] ?? index;
  }
  return [...pieces, paragraph.slice(from)].join("");
}

/** How formulas begin; a sum of money is none. */
const formulaStart = /\\[\s\S]|\$\$|(?<![\\$\w])\$(?=[^\s$])/g;
const closers: Record<string, string> = { "\\[": "\\]", "\\(": "\\)", $$: "$$", $: "$" };

function maskFormulas(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  const unclosed = new Set<string>();
  for (const { 0: open, index } of text.matchAll(formulaStart)) {
    const closer = closers[open];
    if (closer === undefined || index < from || unclosed.has(open)) continue;
    const at = text.indexOf(closer, index + open.length);
    if (at === -1) unclosed.add(open);
    else if (closer.length === 2 || isInline(text, index + 1, at)) {
      pieces.push(text.slice(from, index), toBlanks(text.slice(index, at + closer.length)));
      from = at + closer.length;
    }
  }
  return [...pieces, text.slice(from)].join("");
}

/** A pair of single dollars: on one line, without blanks inside, and with no digit behind. */
function isInline(text: string, start: number, end: number): boolean {
  return (
    end - start <= 200 &&
    /^\S(?:[^\n]*\S)?$/.test(text.slice(start, end)) &&
    !/[\d$]/.test(text[end + 1] ?? "")
  );
}

function toBlanks(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
