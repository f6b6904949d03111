import type { LibraryReader } from "@/lib/features/documents/library";
import { replyDocuments } from "@/lib/features/documents/reply-documents";
import { toScopeName, type Scope } from "@/lib/features/documents/scope";
import type { SearchDocuments, SearchOutcome } from "@/lib/features/documents/search";
import type { CitedDocument } from "@/lib/protocol/tool-results";
import { estimateTokenCount } from "tokenx";
import { atPlace, citeDocument, toPlaceText } from "@/lib/features/evidence/cite-document";
import { fencePage, toOneLine } from "@/lib/language/fence";
import type {
  AskedSearch,
  FoundPassage,
  RetrieveOutput,
} from "@/lib/features/documents/tools/retrieve/schema";
import type { ToolAnswer, ToolContext } from "@/lib/engine/tools/tool";

export type DocumentDeps = { search: SearchDocuments; library: LibraryReader };
type Hit = SearchOutcome["results"][number];
/** A passage with what the model reads of it. */
type ShownPassage = { passage: FoundPassage; page: string };

const usualTopK = 5;
const snippetCharacters = 200;
const mostAtOnce = 200;

export type PassageSearch = {
  asked: AskedSearch;
  topK?: number | undefined;
  /** The result that it goes on from, and what was given before; empty for a new search. */
  searchId: string;
  before: readonly FoundPassage[];
};

/**
 * The best passages that were not given before, ordered by the small model where there is one. What would be
 * too long together is left out from the end, whole, and given by the next call.
 */
export async function findPassages(
  { search, library }: DocumentDeps,
  { asked, topK = usualTopK, searchId, before }: PassageSearch,
  context: ToolContext,
): Promise<ToolAnswer<"retrieve">> {
  const { run, signal, rerank } = context;
  const documents = replyDocuments.get(run);
  documents.takeSearch();
  const scopes = narrowScopes(documents.scopes, asked.collection);
  const known = new Set(before.map(({ id }) => id));
  const pool = rerank === undefined ? topK : 2 * topK;
  const outcome = await searchIn(scopes, () =>
    search({
      ...{ scopes, query: asked.query, strategy: asked.strategy, signal },
      limit: Math.min(mostAtOnce, known.size + pool),
      offset: 0,
      filters: asked.filters === undefined ? [] : [asked.filters],
    }),
  );
  const fresh = outcome.results.filter(({ chunkId }) => !known.has(chunkId)).slice(0, pool);
  const texts = fresh.map(({ text }) => text);
  const reranked = await rerank?.(asked.query, texts, signal);
  const ordered = reranked?.order?.flatMap((place) => fresh[place] ?? []) ?? fresh;
  const best = ordered.slice(0, topK);
  const found = await citeHits(library, best, { scopes, query: asked.query }, context);
  const shown = takeFitting(found, documents.mostTokens());
  const leftOut = found.length - shown.length;
  const result = { scopes, asked, outcome, shown, leftOut, before: before.length };
  const text = writeResult(result);
  const resultId = shown.length === 0 ? "" : await keepResult(text, asked, context);
  const data = { resultId, searchId: searchId === "" ? resultId : searchId, search: asked, leftOut };
  return {
    text: resultId === "" ? text : `${text}\n${writeHint(resultId, result)}`,
    summary: { key: "foundPassages", values: { count: shown.length } },
    data: {
      ...data,
      ...{ strategy: outcome.strategy, total: outcome.total },
      passages: shown.map(({ passage }) => passage),
    },
    costMicroUsd: outcome.costMicroUsd + (reranked?.costMicroUsd ?? 0),
  };
}

/** By the id or the name of a collection or file, letter case aside; never more than was given. */
function narrowScopes(scopes: readonly Scope[], wanted: string | undefined): Scope[] {
  const name = (wanted ?? "").trim().toLowerCase();
  if (name === "") return [...scopes];
  return scopes.filter((scope) => {
    const id =
      scope.kind === "collection" ? scope.collectionId : scope.kind === "file" ? scope.documentId : scope.id;
    return [id, toScopeName(scope)].some((each) => each.toLowerCase() === name);
  });
}

const nothing: SearchOutcome = { results: [], total: 0, strategy: "keyword", costMicroUsd: 0 };

async function searchIn(
  scopes: readonly Scope[],
  search: () => Promise<SearchOutcome>,
): Promise<SearchOutcome> {
  return scopes.length === 0 ? nothing : search();
}

/** Numbers the documents in the order of their best passages. One that was deleted meanwhile is not found. */
async function citeHits(
  library: LibraryReader,
  hits: readonly Hit[],
  { scopes, query }: { scopes: readonly Scope[]; query: string },
  { ledger }: ToolContext,
): Promise<ShownPassage[]> {
  const byDocument = new Map(hits.toReversed().map((hit) => [hit.documentId, hit]));
  const ids = [...new Set(hits.map(({ documentId }) => documentId))];
  const texts = await Promise.all(ids.map((id) => library.findText(scopes, id)));
  const cited = await Promise.all(
    texts.map(async (text, index): Promise<[string, CitedDocument] | null> => {
      const scope = byDocument.get(ids[index] ?? "")?.scope;
      if (text === null || scope === undefined) return null;
      const where = { isHandbook: scope.kind === "handbook", site: toScopeName(scope) };
      const source = await citeDocument(ledger, { ...text, ...where, query });
      return [ids[index] ?? "", source];
    }),
  );
  const sources = new Map(cited.filter((each) => each !== null));
  return hits.flatMap((hit) => {
    const source = sources.get(hit.documentId);
    return source === undefined ? [] : [toShown(hit, source)];
  });
}

function toShown({ chunkId, documentId, place, score, text }: Hit, source: CitedDocument): ShownPassage {
  const cited = atPlace(source, place);
  const rounded = Number(score.toPrecision(3));
  const snippet = toOneLine(text).slice(0, snippetCharacters).toWellFormed();
  const where = toPlaceText(place);
  const page = fencePage(
    {
      ...{ number: source.number, passage: chunkId, document: documentId, title: source.title },
      ...{ collection: source.site, ...(where === "" ? {} : { place: where }), score: rounded },
    },
    text,
  );
  return { passage: { ...cited, id: chunkId, documentId, score: rounded, snippet }, page };
}

/** Whole ones, from the best on. */
function takeFitting(found: readonly ShownPassage[], mostTokens: number): ShownPassage[] {
  let room = mostTokens;
  const end = found.findIndex(({ page }) => (room -= estimateTokenCount(page)) < 0);
  return end === -1 ? [...found] : found.slice(0, end);
}

type PassagesResult = {
  scopes: readonly Scope[];
  asked: AskedSearch;
  outcome: SearchOutcome;
  shown: readonly ShownPassage[];
  leftOut: number;
  before: number;
};

function writeResult({ scopes, asked, outcome, shown, before }: PassagesResult): string {
  const places = scopes.map(toScopeName).map(toOneLine).join(", ");
  const words = asked.query === "" ? "these filters" : `“${toOneLine(asked.query)}”`;
  if (scopes.length === 0)
    return `Nothing was searched: “${toOneLine(asked.collection ?? "")}” is no collection or file in scope here.`;
  if (shown.length === 0)
    return before > 0
      ? `Nothing else was found for ${words} in ${places}.`
      : `Found nothing for ${words} in ${places}. Try other words, or say that it is not in the documents.`;
  const head = `${before > 0 ? "More" : "The best"} passages for ${words} in ${places}, the best first, of ${outcome.total} found (by ${outcome.strategy}):`;
  return [head, ...shown.map(({ page }) => page)].join("\n");
}

function writeHint(resultId: string, { scopes, outcome, shown, leftOut, before }: PassagesResult): string {
  const more =
    outcome.total > before + shown.length && scopes.some(({ kind }) => kind !== "handbook")
      ? `; retrieve_more with ${resultId} gives the next ones`
      : "";
  const left = leftOut === 0 ? "" : `${leftOut} more were left out because together they are too long. `;
  return `(${left}Result ${resultId}${more}.)`;
}

function keepResult(text: string, { query }: AskedSearch, { ledger }: ToolContext): Promise<string> {
  return ledger.keep({ kind: "result", title: "retrieve", site: "", text, query: query.slice(0, 400) });
}

const mostKept = 50;

/** The newest different passages that this conversation has found, the newest first. */
export function listPassages(retrievals: readonly RetrieveOutput[]): FoundPassage[] {
  const newest = retrievals.toReversed().flatMap(({ passages }) => passages);
  return [...new Map(newest.toReversed().map((passage) => [passage.id, passage])).values()]
    .toReversed()
    .slice(0, mostKept);
}
