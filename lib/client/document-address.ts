import type { PassagePlace } from "@/lib/features/documents/shape/documents";
import { handbookId } from "@/lib/features/documents/shape/own-collections";

const prefix = "/library/documents/";

/** The page on which a document is read, at a place of it. */
export function toDocumentPath(id: string, place?: Partial<PassagePlace>): string {
  const query = new URLSearchParams();
  for (const name of ["page", "start", "end"] as const) {
    const value = place?.[name];
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return `${prefix}${encodeURIComponent(id)}${search}`;
}

export function toCollectionPath(id: string): string {
  return `/library/collections/${encodeURIComponent(id)}`;
}

/** Whether a source is one of the person's documents, not a page of the web. */
export function isDocumentPath(url: string): boolean {
  return url.startsWith(prefix);
}

/** Whether a source is a page of the product's own handbook. */
export function isHandbookPath(url: string): boolean {
  return url.startsWith(`${prefix}${handbookId}-`);
}

/** The number, from 1, of the page in which an offset of the text lies; `null` without pages. */
export function findPage(pages: readonly number[], offset: number): number | null {
  const index = pages.findLastIndex((start) => start <= offset);
  return pages.length === 0 ? null : Math.max(0, index) + 1;
}

export type DocumentPlace = { page: number | null; passage: { start: number; end: number } | null };

/** The place that an address names, as far as it makes sense. */
export function readDocumentPlace(query: URLSearchParams): DocumentPlace {
  const [page, start, end] = ["page", "start", "end"].map((name) => toCount(query.get(name)));
  const hasPassage = start !== undefined && start !== null && end !== undefined && end !== null;
  return {
    page: page === undefined || page === 0 ? null : page,
    passage: hasPassage && start < end ? { start, end } : null,
  };
}

function toCount(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
