import { AppError } from "@/lib/errors";
import type { Draft } from "./document";
import { splitSentences } from "@/lib/language/sentences";
import { openPdf, type Pdf } from "./open-pdf";
import { isSpacedOut, joinSpacedOut, noDrawing, readDrawing } from "./pdf-drawing";
import { findAnnotations, isDrawnOnly, placeFields, type PdfAnnotation } from "./pdf-fields";
import { cjkEnd, cjkStart, getUsual, toLines, turnPoint, type PdfItem, type PdfLine } from "./pdf-lines";
import { splitMargins } from "./pdf-margins";
import { isTelling } from "./telling-title";

/** Pages under headings `## Page n`. Throws `page_refused` if locked, `unsupported_media` if all pictures. */
export async function readPdf(bytes: Uint8Array, maxPages: number): Promise<Draft> {
  const { pages, title = "", blank: _pictures, ...about } = await readPdfPages(bytes, { maxPages });
  if (pages.every((page) => page === ""))
    throw new AppError("unsupported_media", "The PDF holds pictures only, without text that could be read.");
  const written = pages.flatMap((page, index) => (page === "" ? [] : [`## Page ${index + 1}\n\n${page}`]));
  const markdown = written.join("\n\n");
  const named = isTelling(title, pages.join("\n")) ? title : findTitle(markdown.split("\n\n"));
  return { ...about, ...(named && { title: named }), markdown };
}

/** `blank`: places in `pages` of those without text, or with little beside a picture of the whole page. */
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
    const annotations = await findAnnotations(pdf, count);
    for (let number = 1; number <= count; number += 1)
      pages.push(await readLines(pdf, number, annotations && (annotations.get(number - 1) ?? [])));
    const usualSize = getUsual(pages.flat(), ({ size }) => toHalf(size));
    const { bodies, margins } = splitMargins(pages, (line) => isHeading(line, usualSize));
    const texts = bodies.map((page) => toParagraphs(page, usualSize));
    const about = await readAbout(pdf);
    const title = about.title ?? findTitle(texts[0] ?? []);
    return {
      ...about,
      ...(title && { title }),
      pages: joinPages(texts).map((page, index) => [...page, ...(margins[index] ?? [])].join("\n\n")),
      blank: await findPictures(pdf, bodies),
      isCut: pdf.numPages > count,
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** A page that cannot be read is as if it were empty: the others still count. */
async function readLines(pdf: Pdf, number: number, known: PdfAnnotation[] | null): Promise<PdfLine[]> {
  try {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    const found = items.flatMap((item) =>
      "str" in item ? [toItem(item, styles[item.fontName]?.vertical === true)] : [],
    );
    const annotations: PdfAnnotation[] = known ?? (await page.getAnnotations());
    const isDoubted = annotations.some(isDrawnOnly) || found.some(({ text }) => isSpacedOut(text));
    page.cleanup();
    const { texts, shown } = isDoubted ? await readDrawing(pdf, number) : noDrawing;
    const lines = toLines(placeFields(found, annotations, shown));
    return lines.map((line) =>
      isSpacedOut(line.text) ? { ...line, text: joinSpacedOut(line.text, texts) } : line,
    );
  } catch {
    return [];
  }
}

type TextItem = { str: string; transform: unknown[]; width: number; height: number };

function toItem({ str: text, transform, ...item }: TextItem, isVertical: boolean): PdfItem {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform.map(Number);
  const turn = Math.round((Math.atan2(b, a) * 180) / Math.PI) - (isVertical ? 90 : 0);
  const width = isVertical ? item.height : item.width;
  return { text, ...turnPoint(x, y, turn), width, size: Math.hypot(a, b), turn };
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
    ...(title && { title }),
    ...(author && { author }),
    ...(publishedAt !== null && { publishedAt }),
    ...(language && { language }),
  };
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

/** A sentence that goes on over the page's end stays whole, where it began; what follows it stays. */
function joinPages(pages: string[][]): string[][] {
  const joined = pages.map((page) => [...page]);
  // From the end: a sentence may go on over several pages.
  for (let index = joined.length - 1; index > 0; index -= 1) {
    const [before = [], page = []] = [joined[index - 1], joined[index]];
    const [last = "", first = ""] = [before.at(-1), page[0]];
    const rest = goesOn(last, first) ? splitSentences(first)[0]?.text : undefined;
    if (rest === undefined || !/[.!?。！？…:：;；][\p{Pe}\p{Pf}"']*$/u.test(rest)) continue;
    before[before.length - 1] = joinLines(last, rest);
    const left = first.slice(first.indexOf(rest) + rest.length).trim();
    page.splice(0, 1, ...(left === "" ? [] : [left]));
  }
  return joined;
}

function goesOn(last: string, first: string): boolean {
  if (last.startsWith("### ")) return false;
  const isLatin = /[\p{Ll},;，、‐\u00ad-]$/u.test(last) && /^\p{Ll}/u.test(first);
  return isLatin || (/[\p{Script=Han}，、；]$/u.test(last) && /^\p{Script=Han}/u.test(first));
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
  if (last.turn !== line.turn) return false;
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

/** A page is doubted to be a picture where its text is no longer than this, or stands on others, too. */
const fewLetters = 120;
const mostDoubted = 60;

/** Pages without text, and those whose text is short, or the same as another's, while pictures cover them. */
async function findPictures(pdf: Pdf, pages: PdfLine[][]): Promise<number[]> {
  const texts = pages.map((lines) => lines.map(({ text }) => text.replace(/\d+/g, "#")).join(" "));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const found: number[] = [];
  let [doubted, isPicture] = [0, false];
  for (const [index, text] of texts.entries()) {
    if (text.length > fewLetters && counts.get(text) === 1) continue;
    // Each costs the time of drawing it; what the last of them is is taken for the rest.
    if (text !== "" && (doubted += 1) <= mostDoubted)
      isPicture = (await readDrawing(pdf, index + 1)).covered > 0.6;
    if (text === "" || isPicture) found.push(index);
  }
  return found;
}
