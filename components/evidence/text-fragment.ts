import type { ClaimPassage } from "@/lib/features/evidence/shape/claims";
import type { DocumentKind } from "@/lib/features/evidence/shape/evidence";
import { isDocumentPath } from "@/lib/client/document-address";
import { listPlainLines } from "@/lib/client/plain-passage";

export type LiveAddress = { url: string; leadsTo: "page" | "passage" | "pdf" | "document"; page?: number };

type Kept = {
  url: string;
  text: string;
  documentKind?: DocumentKind | undefined;
  /** Of a person's document. */
  page?: number | undefined;
};

/**
 * The live page where the passage stands in it: a text fragment, or the page of a PDF. What is kept of a
 * person's document is all of it, so that its places are the document's own.
 */
export function toLiveAddress(
  { url, text, documentKind, page }: Kept,
  passage: Pick<ClaimPassage, "quote" | "start" | "end"> | null,
): LiveAddress {
  if (isDocumentPath(url)) return { url: addPlace(url, passage, page), leadsTo: "document" };
  if (passage === null || !URL.canParse(url)) return { url, leadsTo: "page" };
  if (documentKind === "pdf") return toPdfAddress(url, findPdfPage(text, passage.start));
  const directive = toTextDirective(passage.quote);
  if (directive === null) return { url, leadsTo: "page" };
  const [base = url, fragment = ""] = splitFragment(url);
  return { url: `${base}#${fragment}:~:${directive}`, leadsTo: "passage" };
}

type Span = Pick<ClaimPassage, "start" | "end">;

function addPlace(url: string, passage: Span | null, page: number | undefined): string {
  const [base = url] = url.split("?");
  if (passage !== null) return `${base}?start=${passage.start}&end=${passage.end}`;
  return page === undefined ? url : `${base}?page=${page}`;
}

const mostWholeWords = 12;
const edgeWords = 5;

/**
 * `text=…` for a passage in Markdown: all of it if short, else its beginning and end, because an element
 * may end anywhere between. `null` without words. After https://wicg.github.io/scroll-to-text-fragment/.
 */
export function toTextDirective(markdown: string): string | null {
  const lines = listPlainLines(markdown);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (lines.length === 1 && countWords(first) <= mostWholeWords) return `text=${encode(first)}`;
  const isTooShort = lines.length === 1 && countWords(first) < 2 * edgeWords;
  return isTooShort
    ? `text=${encode(first)}`
    : `text=${encode(takeWords(first, edgeWords))},${encode(takeWords(last, -edgeWords))}`;
}

/** A browser finds whole words only, also in scripts that write no blanks between them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function listWords(text: string): { start: number; end: number }[] {
  return [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike === true ? [{ start: index, end: index + segment.length }] : [],
  );
}

function countWords(text: string): number {
  return listWords(text).length;
}

/** The first words, or with a negative count the last ones. */
function takeWords(text: string, count: number): string {
  const words = listWords(text);
  const taken = count > 0 ? words.slice(0, count) : words.slice(count);
  return text.slice(taken[0]?.start ?? 0, taken.at(-1)?.end ?? text.length);
}

/** A hyphen has a meaning in a text fragment; the browser's function encodes a comma and an ampersand. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/-/g, "%2D");
}

function toPdfAddress(url: string, page: number | null): LiveAddress {
  const [base = url] = splitFragment(url);
  return page === null ? { url, leadsTo: "page" } : { url: `${base}#page=${page}`, leadsTo: "pdf", page };
}

/** A PDF's text has each page under a heading of its own. */
function findPdfPage(text: string, start: number): number | null {
  const headings = [...text.slice(0, start + 1).matchAll(/^## Page (\d+)$/gm)];
  const page = headings.at(-1)?.[1];
  return page === undefined ? null : Number(page);
}

/** The address, and its own fragment without directives of a browser. */
function splitFragment(url: string): [string, string] {
  const at = url.indexOf("#");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1).split(":~:")[0] ?? ""];
}
