import type { PdfLine } from "./pdf-lines";

const fewestPages = 3;
/** So many lines at the top and at the bottom of a page may be the same on all. */
const edge = 2;

/** Pages without running titles and page numbers: lines at their edges that stand on most pages, apart from their digits. */
export function removeMargins(pages: PdfLine[][]): PdfLine[][] {
  if (pages.length < fewestPages) return pages;
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(listEdges(lines).map(toKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const often = Math.max(fewestPages, pages.length / 2);
  return pages.map((lines) => {
    const edges = new Set(listEdges(lines).filter((line) => (counts.get(toKey(line)) ?? 0) >= often));
    return lines.filter((line) => !edges.has(line));
  });
}

function listEdges(lines: PdfLine[]): PdfLine[] {
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  return [...sorted.slice(0, edge), ...sorted.slice(-edge)];
}

/** Where it stands counts too: a line of the text may say the same. */
function toKey({ text, y }: PdfLine): string {
  return `${Math.round(y / 4)} ${text.replace(/\d+|\b[ivxlc]+\b/gi, "#")}`;
}
