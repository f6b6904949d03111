import type { DocumentView, PassagePlace } from "@/lib/features/documents/shape/documents";
import type { CitedDocument, DocumentOrigin } from "@/lib/protocol/tool-results";
import { toOneLine } from "@/lib/language/fence";
import type { SourceLedger } from "./records/ledger";

export type DocumentToCite = {
  document: Pick<DocumentView, "id" | "title" | "kind" | "date" | "isOwnText">;
  /** All of it, as it was read. */
  text: string;
  pages: readonly number[];
  isHandbook: boolean;
  /** Where it stands: a collection, the handbook. */
  site: string;
  query: string;
};

/** One number a document. Its whole text is kept as it was read, so that every passage of it can be shown. */
export async function citeDocument(
  ledger: Pick<SourceLedger, "cite" | "keep">,
  { document, text, pages, isHandbook, site, query }: DocumentToCite,
): Promise<CitedDocument> {
  const about = {
    url: `/library/documents/${encodeURIComponent(document.id)}`,
    title: toOneLine(document.title),
    site: toOneLine(site),
    ...(document.date === undefined ? {} : { publishedAt: document.date }),
  };
  const { number } = await ledger.cite(about);
  const documentKind = document.kind;
  const evidenceId = await ledger.keep({ kind: "page", number, ...about, text, pages, query, documentKind });
  return { number, ...about, documentKind, origin: toOrigin(document, isHandbook), evidenceId };
}

function toOrigin({ isOwnText }: Pick<DocumentView, "isOwnText">, isHandbook: boolean): DocumentOrigin {
  if (isHandbook) return "handbook";
  return isOwnText ? "own" : "file";
}

/** The source at one of its passages: its address leads to the page. */
export function atPlace<SOURCE extends CitedDocument>(source: SOURCE, place: PassagePlace): SOURCE {
  const [base = source.url] = source.url.split("?");
  return { ...source, place, url: place.page === undefined ? base : `${base}?page=${place.page}` };
}

/** As the model reads it. */
export function toPlaceText({ page, heading }: PassagePlace): string {
  return [page === undefined ? "" : `page ${page}`, heading === undefined ? "" : toOneLine(heading)]
    .filter((part) => part !== "")
    .join(", ");
}
