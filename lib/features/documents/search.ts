import { toQueryTokens } from "@/lib/language/tokens";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type {
  Filters,
  FoundChunk,
  PassagePlace,
  SearchStrategy,
} from "@/lib/features/documents/shape/documents";
import { handbookId } from "@/lib/features/documents/shape/own-collections";
import type { ChunkHit, ChunkIndex, ChunkQuery } from "@/lib/store/chunks/chunk-index";
import { matches } from "./matches";
import type { Scope } from "./scope";

export type DocumentQuery = {
  scopes: readonly Scope[];
  query: string;
  strategy: SearchStrategy;
  /** 1 to 200. */
  limit: number;
  offset: number;
  /** Of the person, the agent and the model: all of them hold. */
  filters: readonly Filters[];
  signal: AbortSignal;
};

/** `costMicroUsd`: what embedding the query cost. */
export type SearchOutcome = {
  results: (FoundChunk & { scope: Scope })[];
  total: number;
  strategy: SearchStrategy;
  costMicroUsd: number;
};

/** By words, by meaning where an embedding model answers, or both; with an empty query by filters alone. */
export type SearchDocuments = (query: DocumentQuery) => Promise<SearchOutcome>;

/** What is told as the strategy is what found the results: `keyword` where no vector was there to compare. */
export function createSearchDocuments({
  index,
  embed,
}: {
  index: ChunkIndex;
  embed: EmbedTexts;
}): SearchDocuments {
  return async ({ scopes, query, strategy, limit, offset, filters, signal }) => {
    const documentIds = await listAsked(index, scopes, filters.flat());
    const tokens = toQueryTokens(query);
    const asked = { scopes: scopes.map(({ id }) => id), documentIds, limit, offset };
    const byWords = (): Promise<FoundHits> => index.search({ ...asked, tokens }, signal);
    const told = (found: FoundHits, by: SearchStrategy, costMicroUsd: number): SearchOutcome => ({
      results: found.hits.flatMap((hit) => toResult(hit, scopes)),
      ...{ total: found.total, strategy: by, costMicroUsd },
    });
    if (documentIds?.length === 0) return told({ hits: [], total: 0 }, strategy, 0);
    if (query.trim() === "") return told(await byWords(), strategy, 0);
    const embedded = strategy === "keyword" ? null : await embed([query], signal);
    const vector = toVector(embedded);
    if (vector === null) return told(await byWords(), "keyword", embedded?.costMicroUsd ?? 0);
    const words = strategy === "hybrid" ? tokens : [];
    const found = await index.search({ ...asked, tokens: words, vector }, signal);
    const isByMeaning = found.hits.some(({ semantic }) => semantic !== null) || offset > 0;
    return told(
      isByMeaning ? found : await byWords(),
      isByMeaning ? strategy : "keyword",
      embedded?.costMicroUsd ?? 0,
    );
  };
}

type FoundHits = { hits: ChunkHit[]; total: number };

/** `null` without filters. A document that they name elsewhere is in none of the scopes. */
async function listAsked(
  index: ChunkIndex,
  scopes: readonly Scope[],
  filters: Filters,
): Promise<string[] | null> {
  if (filters.every(({ anyOf = [], allOf = [] }) => anyOf.length + allOf.length === 0)) return null;
  const asked = await Promise.all(
    scopes.map(async (scope) => {
      const documents = await index.listDocuments(scope.id);
      return documents.flatMap(({ documentId, attributes }) => {
        const seen = { ...attributes, document: documentId, collection: toCollectionId(scope) ?? undefined };
        return matches(filters, seen) ? [documentId] : [];
      });
    }),
  );
  return asked.flat();
}

function toCollectionId(scope: Scope): string | null {
  if (scope.kind === "collection") return scope.collectionId;
  return scope.kind === "handbook" ? handbookId : null;
}

function toVector(embedded: Awaited<ReturnType<EmbedTexts>>): NonNullable<ChunkQuery["vector"]> | null {
  const values = embedded?.vectors[0];
  return embedded === null || values === undefined ? null : { model: embedded.model, values };
}

function toResult(hit: ChunkHit, scopes: readonly Scope[]): SearchOutcome["results"] {
  const scope = scopes.find(({ id }) => id === hit.scope);
  if (scope === undefined) return [];
  const { chunkId, documentId, text, score, attributes } = hit;
  return [
    {
      ...{ chunkId, documentId, text, score, scope },
      collectionId: toCollectionId(scope),
      title: String(attributes["title"] ?? attributes["name"] ?? ""),
      place: JSON.parse(hit.place) as PassagePlace,
    },
  ];
}
