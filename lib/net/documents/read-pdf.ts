import { AppError } from "@/lib/errors";
import type { Draft } from "./document";
import { openPdf, type Pdf } from "./open-pdf";
import { toLines, cjkEnd, cjkStart, type PdfItem, type PdfLine } from "./pdf-lines";

/** Pages under headings `## Page n`. Throws `page_refused` if locked, `unsupported_media` if all pictures. */
export async function readPdf(bytes: Uint8Array, maxPages: number): Promise<Draft> {
  const { pages, blank, ...about } = await readPdfPages(bytes, { maxPages });
  if (blank.length === pages.length)
    throw new AppError("unsupported_media", "The PDF holds pictures only, without text that could be read.");
  const written = pages.flatMap((page, index) => (page === "" ? [] : [`## Page ${index + 1}\n\n${page}`]));
  return { ...about, markdown: written.join("\n\n") };
}

/** `blank`: places in `pages` of those without text. */
export type PdfPages = Omit<Draft, "markdown"> & { pages: string[]; blank: number[] };

/** Each page as Markdown. Throws `page_refused` where it is locked and the password does not open it. */
export async function readPdfPages(
  bytes: Uint8Array,
  { maxPages, password }: { maxPages: number; password?: string | undefined },
): Promise<PdfPages> {
  const pdf = await openPdf(bytes, password);
  try {
    const count = Math.min(pdf.numPages, maxPages);
    const pages: PdfLine[][] = [];
    for (let number = 1; number <= count; number += 1) pages.push(toLines(await readItems(pdf, number)));
    const blank = pages.flatMap((lines, index) => (lines.length === 0 ? [index] : []));
    const trimmed = removeMargins(pages);
    // Where all pages say the same, it is the text.
    const lines = trimmed.every((page) => page.length === 0) ? pages : trimmed;
    const usualSize = getUsualSize(lines.flat());
    const texts = lines.map((page) => toParagraphs(page, usualSize));
    const about = await readAbout(pdf);
    const title = about.title ?? findTitle(texts[0] ?? []);
    return {
      ...about,
      ...(title && { title }),
      pages: joinPages(texts).map((page) => page.join("\n\n")),
      blank,
      isCut: pdf.numPages > count,
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** A page that cannot be read is as if it were empty: the others still count. */
async function readItems(pdf: Pdf, number: number): Promise<PdfItem[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.flatMap((item) => ("str" in item ? [toItem(item)] : []));
  } catch {
    return [];
  }
}

function toItem(item: { str: string; transform: unknown[]; width: number }): PdfItem {
  const [a, b, , , x, y] = item.transform.map(Number);
  return { text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, size: Math.hypot(a ?? 0, b ?? 0) };
}

async function readAbout(pdf: Pdf): Promise<Pick<Draft, "title" | "author" | "publishedAt" | "language">> {
  const found: { info: object } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const info = new Map<string, unknown>(Object.entries(found.info));
  const find = (name: string) =>
    String(info.get(name) ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const title = find("Title");
  const author = find("Author");
  const publishedAt = toIsoDate(find("CreationDate"));
  const language = find("Language");
  return {
    ...(isTelling(title) && { title }),
    ...(author && { author }),
    ...(publishedAt !== null && { publishedAt }),
    ...(language && { language }),
  };
}

/** Word processors put the file's name there. */
function isTelling(title: string): boolean {
  return title !== "" && !/^(untitled|microsoft word|.*\.(docx?|tex|dvi|indd|pdf|odt)$)/i.test(title);
}

function findTitle(paragraphs: string[]): string | undefined {
  return paragraphs.find((text) => text.startsWith("### "))?.slice(4);
}

/** `D:20260314093000+01'00'` (ISO 32000, 7.9.4). */
function toIsoDate(text: string): string | null {
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone = "Z"] =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(text) ?? [];
  if (year === undefined) return null;
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${zone === "Z" ? "Z" : zone.replace("'", "").replace(/(\d\d)$/, ":$1")}`,
  );
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A sentence that goes on over the page's end stays whole, where it began. */
function joinPages(pages: string[][]): string[][] {
  const joined = pages.map((page) => [...page]);
  for (const [index, page] of joined.entries()) {
    const before = joined[index - 1];
    const last = before?.at(-1);
    const [first] = page;
    if (before === undefined || last === undefined || first === undefined || last.startsWith("### "))
      continue;
    if (/[\p{Ll},;，、‐\u00ad-]$/u.test(last) && /^\p{Ll}/u.test(first)) {
      before[before.length - 1] = joinLines(last, first);
      page.shift();
    }
  }
  return joined;
}

/** Lines as Markdown paragraphs, with lines that stand out by their size as headings below the page's own. */
function toParagraphs(lines: readonly PdfLine[], usualSize: number): string[] {
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
function getUsualSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines)
    letters.set(toHalf(size), (letters.get(toHalf(size)) ?? 0) + text.length);
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Undoes a line's end: a word parted there is joined again, scripts without blanks get none. */
function joinLines(before: string, after: string): string {
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

/** Same paragraph: same size, right below, no list item, not after a short line that ends a sentence. */
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

/** Running titles and page numbers go: edge lines that stand on most pages, apart from their digits. */
function removeMargins(pages: PdfLine[][]): PdfLine[][] {
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
