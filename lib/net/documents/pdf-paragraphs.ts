import { cjkEnd, cjkStart, type PdfLine } from "./pdf-lines";

/** Lines as Markdown paragraphs, with lines that stand out by their size as headings below the page's own. */
export function toParagraphs(lines: readonly PdfLine[], usualSize: number): string[] {
  const paragraphs: string[] = [];
  const wide = toWide(lines);
  let last: PdfLine | null = null;
  for (const line of lines) {
    const text = paragraphs.at(-1);
    if (last !== null && text !== undefined && belongsTo(last, line, wide))
      paragraphs[paragraphs.length - 1] = joinLines(text, line.text);
    else paragraphs.push(isHeading(line, usualSize) ? `### ${line.text}` : line.text);
    last = line;
  }
  return paragraphs;
}

/** The size that most of the letters have. */
export function getUsualSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines)
    letters.set(toHalf(size), (letters.get(toHalf(size)) ?? 0) + text.length);
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Undoes a line's end: a word that was parted there is put together again, scripts without blanks get none. */
export function joinLines(before: string, after: string): string {
  // Soft hyphens are only there for that; a hard one between small letters nearly always is.
  if (before.endsWith("\u00ad")) return before.slice(0, -1) + after;
  if (/\p{Ll}[-‐]$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after;
  if (/\p{L}[-‐]$/u.test(before)) return before + after;
  return cjkEnd.test(before) && cjkStart.test(after) ? before + after : `${before} ${after}`;
}

function isHeading({ size, text }: PdfLine, usualSize: number): boolean {
  return toHalf(size) >= usualSize * 1.15 && text.length < 150 && /\p{L}/u.test(text);
}

/** How far most lines reach to the right: a paragraph's last line ends before. */
function toWide(lines: readonly PdfLine[]): number {
  const ends = lines.map(({ right }) => right).toSorted((a, b) => a - b);
  return ends[Math.floor(ends.length * 0.7)] ?? 0;
}

/** The next line of the same paragraph: same size, right below, not after a short line that ends a sentence, no list item. */
function belongsTo(last: PdfLine, line: PdfLine, wide: number): boolean {
  const size = Math.max(last.size, 1);
  if (toHalf(last.size) !== toHalf(line.size)) return false;
  const drop = last.y - line.y;
  if (drop <= 0 || drop > 1.75 * size) return false;
  if (/^([•▪◦‣*–—-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s/.test(line.text)) return false;
  const isIndented = line.x > last.x + 0.8 * size && /[.!?。！？:：]["”’)]?$/.test(last.text);
  const isShort = last.right < wide - 4 * size && /[.!?。！？:：]["”’)]?$/.test(last.text);
  return !isIndented && !isShort;
}

function toHalf(size: number): number {
  return Math.round(size * 2) / 2;
}

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
