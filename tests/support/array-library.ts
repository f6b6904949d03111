import { createIndex } from "@/lib/language/bm25";
import type { ReplyDocuments } from "@/lib/features/documents/reply-documents";
import type { LibraryReader } from "@/lib/features/documents/library";
import { handbookScope, toCollectionScope, toFileScope, type Scope } from "@/lib/features/documents/scope";
import type { SearchDocuments } from "@/lib/features/documents/search";
import type { Condition, DocumentView, Filters } from "@/lib/features/documents/shape/documents";

/** A document of a test: in a collection by its name, sent with a message, or of the handbook. */
export type TestDocument = {
  id: string;
  title: string;
  text: string;
  in: string | "file" | "handbook";
  ownerId?: string;
  isOwnText?: boolean;
  kind?: DocumentView["kind"];
  pages?: number[];
};

/** A small library over arrays: passages are paragraphs, found by BM25, and by filters on id, name and kind. */
export function createArrayLibrary(documents: readonly TestDocument[]): {
  search: SearchDocuments;
  library: LibraryReader;
} {
  const scopeOf = ({ id, title, in: place, ownerId = "owner" }: TestDocument): Scope =>
    place === "handbook"
      ? handbookScope
      : place === "file"
        ? toFileScope(ownerId, id, title)
        : toCollectionScope(ownerId, place.toLowerCase(), place);
  const inScopes = (scopes: readonly Scope[]) =>
    documents.filter((document) => scopes.some(({ id }) => id === scopeOf(document).id));
  return {
    library: {
      awaitFiles: async () => [],
      async listScopes(userId, { collections = [] }) {
        const mine = documents.filter(
          ({ in: place, ownerId = "owner" }) =>
            place === "handbook" ||
            (ownerId === userId && (place === "file" || collections.includes(place.toLowerCase()))),
        );
        const scopes = new Map(mine.map((document) => [scopeOf(document).id, scopeOf(document)]));
        return [...scopes.values()].map((scope) => {
          const own = mine.filter((document) => scopeOf(document).id === scope.id);
          const kinds = [...new Set(own.map(({ kind = "text" }) => kind))];
          return { scope, documents: own.length, chunks: own.flatMap(toChunks).length, kinds };
        });
      },
      async findText(scopes, wanted) {
        const found = inScopes(scopes).find(({ id, title }) =>
          [id, title].some((name) => name.toLowerCase() === wanted.toLowerCase()),
        );
        return found === undefined
          ? null
          : { document: toView(found), text: found.text, pages: found.pages ?? [] };
      },
    },
    async search({ scopes, query, limit, offset, filters }) {
      const chunks = inScopes(scopes)
        .filter((document) => filters.every((each) => isMatch(document, each)))
        .flatMap((document) => toChunks(document).map((chunk) => ({ document, ...chunk })));
      const scores = createIndex(chunks.map(({ text }) => text)).score(query);
      const results = chunks
        .map((chunk, index) => ({ ...chunk, score: query === "" ? 1 : (scores[index] ?? 0) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ document, id, text, start, score }) => ({
          ...{ chunkId: id, documentId: document.id, collectionId: null, title: document.title, score, text },
          place: toPlace(document, start, text),
          scope: scopeOf(document),
        }));
      return {
        results: results.slice(offset, offset + limit),
        total: results.length,
        strategy: "keyword",
        costMicroUsd: 0,
      };
    },
  };
}

/** Of a reply that has no documents. */
export const noDocuments: ReplyDocuments = {
  scopes: [],
  mostTokens: () => 8_000,
  listRetrievals: () => [],
  takeSearch: () => undefined,
};

/** What a catalog of tools needs where a test has no documents. */
export function createEmptyLibrary() {
  const { search, library } = createArrayLibrary([]);
  return { searchDocuments: search, library, findSaid: async () => ({ said: [], costMicroUsd: 0 }) };
}

function toChunks({ id, text }: TestDocument): { id: string; text: string; start: number }[] {
  return [...text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)].map(({ 0: part, index }) => ({
    id: `${id}-${index}`,
    text: part,
    start: index,
  }));
}

function toPlace({ pages = [] }: TestDocument, start: number, text: string) {
  const page = pages.findLastIndex((begin) => begin <= start) + 1;
  return { start, end: start + text.length, ...(page > 0 && { page }) };
}

function isMatch(document: TestDocument, filters: Filters): boolean {
  const holds = (condition: Condition) =>
    "is" in condition &&
    (
      { document: document.id, name: document.title, kind: document.kind ?? "text" } as Record<string, string>
    )[condition.field] === condition.is;
  return filters.every(({ anyOf, allOf }) => (anyOf?.some(holds) ?? true) && (allOf?.every(holds) ?? true));
}

function toView({
  id,
  title,
  kind = "text",
  isOwnText = false,
  text,
  pages = [],
}: TestDocument): DocumentView {
  return {
    ...{ id, collectionId: null, name: title, title, kind, mediaType: "text/plain", isOwnText },
    ...{ bytes: text.length, status: "ready", progress: 1, pages: pages.length, words: 1, chunks: 1 },
    ...{ tags: [], createdAt: 0, updatedAt: 0 },
  };
}
