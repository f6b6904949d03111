import type { PdfLine } from "./pdf-lines";

const fewestPages = 3;
/** So many lines at the top and at the bottom of a page may be the same on all. */
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
  const edges = pages.map((lines, index) => {
    const found = new Set(listEdges(lines));
    for (const line of lines) if (!found.has(line)) inside.add(line.text);
    return new Map([...found].filter((line) => !isHeading(line)).map((line) => [line, toKeys(line, index)]));
  });
  const stands = new Map<string, number[]>();
  for (const [index, found] of edges.entries())
    for (const key of new Set([...found.values()].flat())) stands.set(key, [...(stands.get(key) ?? []), index]);
  const often = Math.max(fewestPages, pages.length / 2);
  const margins: string[][] = [];
  const bodies = pages.map((lines, index) => {
    const findKey = (line: PdfLine) => {
      const keys = inside.has(line.text) ? [] : (edges[index]?.get(line) ?? []);
      return keys.find((key) => (stands.get(key)?.length ?? 0) >= often);
    };
    const body = lines.filter((line) => findKey(line) === undefined);
    if (body.length === 0) return lines;
    const first = lines.filter((line) => stands.get(findKey(line) ?? "")?.[0] === index);
    margins[index] = first.map(({ text }) => text).filter((text) => /(?:\p{L}[^\p{L}]*){10}/u.test(text));
    return body;
  });
  return { bodies, margins };
}

function listEdges(lines: PdfLine[]): PdfLine[] {
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  return [...sorted.slice(0, edge), ...sorted.slice(-edge)];
}

/** Where it stands counts too. One key for the line as it is, and one for each number that may be the page's. */
function toKeys({ text, y }: PdfLine, index: number): string[] {
  const at = Math.round(y / 4);
  const numbers = new Set(text.match(/\d+|\b[ivxlc]+\b/gi));
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
