import type { PdfLine } from "./pdf-lines";

const fewestPages = 3;
/** How many lines at the top and bottom of a page may repeat on all pages. */
const edge = 2;

/**
 * Running titles and page numbers: edge lines that are the same on most pages but for the page's own number,
 * and that stand nowhere else. `margins` has each on the page on which it stands first, unless it is little
 * more than a number; a page keeps its only lines.
 */
export function splitMargins(
  pages: PdfLine[][],
  isHeading: (line: PdfLine) => boolean,
): { bodies: PdfLine[][]; margins: string[][] } {
  if (pages.length < fewestPages) return { bodies: pages, margins: [] };
  const inside = new Set<string>();
  const keys = new Map<PdfLine, string[]>();
  const stands = new Map<string, number[]>();
  const edges = pages.map((lines, index) => {
    const found = listEdges(lines);
    const outer = new Set(found.flatMap((side) => side.slice(0, edge)));
    for (const line of lines) if (!outer.has(line)) inside.add(line.text);
    for (const line of outer) if (!isHeading(line)) keys.set(line, toKeys(line, index));
    const own = new Set([...outer].flatMap((line) => keys.get(line) ?? []));
    for (const key of own) stands.set(key, [...(stands.get(key) ?? []), index]);
    return found;
  });
  const often = Math.max(fewestPages, pages.length / 2);
  const findPages = (line: PdfLine) => {
    const found = (keys.get(line) ?? []).map((key) => stands.get(key) ?? []);
    return inside.has(line.text) ? undefined : found.find(({ length }) => length >= often);
  };
  const margins: string[][] = [];
  const bodies = pages.map((lines, index) => {
    const sides = edges[index] ?? [];
    const running = new Set(
      sides.flatMap((side) => takeOuter(side, (line) => findPages(line) !== undefined)),
    );
    if (running.size === lines.length) return lines;
    const first = [...running].filter((line) => findPages(line)?.[0] === index);
    margins[index] = first.map(({ text }) => text).filter((text) => /(?:\p{L}[^\p{L}]*){10}/u.test(text));
    return lines.filter((line) => !running.has(line));
  });
  return { bodies, margins };
}

/** Lines from the edge on as long as one `fits`, up to a gap; the rest is text. */
function takeOuter(lines: PdfLine[], fits: (line: PdfLine) => boolean): PdfLine[] {
  const end = lines.slice(0, edge).findIndex((line) => !fits(line));
  const fitting = lines.slice(0, end < 0 ? edge : end);
  return lines.slice(0, fitting.findLastIndex((line, at) => isApart(line, lines[at + 1])) + 1);
}

function isApart(line: PdfLine, next: PdfLine | undefined): boolean {
  if (next === undefined || line.turn !== next.turn) return true;
  return Math.abs(line.y - next.y) > 1.6 * Math.max(line.size, next.size);
}

/** The lines at the top and at the bottom, the outermost first, and the one behind them. */
function listEdges(lines: PdfLine[]): PdfLine[][] {
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  return [sorted.slice(0, edge + 1), sorted.toReversed().slice(0, edge + 1)];
}

/** Where it stands counts too. A key for the line as it is, and one for each number that may be a page's. */
function toKeys({ text, y }: PdfLine, index: number): string[] {
  const at = Math.round(y / 4);
  const numbers = new Set(text.match(/(?<![\d.,:]|\d\D)\d+(?![.,:]?\d)|\b[ivxlc]+\b/gi));
  const counted = [...numbers].map((number) => {
    const rest = text.replace(new RegExp(`(?<![\\p{L}\\d])${number}(?![\\p{L}\\d])`, "gu"), "#");
    return `${at} ${toValue(number) - index} ${rest}`;
  });
  return [`${at} ${text}`, ...counted];
}

const roman: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function toValue(number: string): number {
  if (/\d/.test(number)) return Number(number);
  const values = [...number.toLowerCase()].map((letter) => roman[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
