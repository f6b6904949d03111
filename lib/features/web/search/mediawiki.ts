import { z } from "zod";
import { isAppError } from "@/lib/errors";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { toAllTokens } from "@/lib/language/tokens";
import type { FoundPicture, SearchEngine, SearchQuery, SearchResult } from "./engine";
import { toKeywordAttempts } from "./keywords";
import { callWiki, openWiki, type Wiki } from "./mediawiki-api";
import { shorten, toPlainText } from "./plain-text";
import { findQueryLanguage } from "./query-language";

export type MediaWikiOptions = {
  /** Like `https://en.wikipedia.org`; the API is looked for below it. */
  baseUrl: string;
  /** Must be able to reach `baseUrl`. */
  fetch: GuardedFetch;
};

/**
 * A MediaWiki's search (https://www.mediawiki.org/wiki/API:Search). It wants every word to occur, so it is
 * asked for keywords, fewer while nothing is found. On Wikipedia the query's language chooses the edition.
 */
export function createMediaWikiEngine({ baseUrl, fetch }: MediaWikiOptions): SearchEngine {
  const wikis = new Map<string, Wiki>();
  const getWiki = async (base: string, signal: AbortSignal) => {
    const wiki = wikis.get(base) ?? (await openWiki(base, { fetch, signal }));
    wikis.set(base, wiki);
    return wiki;
  };
  return {
    id: "mediawiki",
    name: "MediaWiki",
    rewordsItself: true,
    async search(query) {
      const wiki = await getWiki(toEdition(baseUrl, query), query.signal);
      const { hits, notes } = await findHits(wiki, query, fetch);
      const [extracts, pictures] = await Promise.all([
        readExtracts(wiki, hits, fetch, query.signal),
        query.pictures === true ? readPictures(wiki, hits, fetch, query.signal) : [],
      ]);
      const results = hits.slice(0, query.limit).map((hit) => toResult(wiki, hit, extracts));
      return { results, notes: [...describeLimits(wiki, query), ...notes], pictures };
    },
  };
}

const hitSchema = z.object({
  title: z.string(),
  pageid: z.number(),
  snippet: z.string().default(""),
  timestamp: z.string().optional(),
});
const searchSchema = z.object({ query: z.object({ search: z.array(hitSchema) }) });
type MediaWikiHit = z.infer<typeof hitSchema>;

async function findHits(
  wiki: Wiki,
  query: SearchQuery,
  fetch: GuardedFetch,
): Promise<{ hits: MediaWikiHit[]; notes: string[] }> {
  const attempts = toKeywordAttempts(query.query);
  for (const words of attempts) {
    const hits = await askSearch(wiki, words, "text", query, fetch);
    if (hits.length === 0) continue;
    const notes =
      words === attempts[0]
        ? []
        : [`Nothing holds all words of “${attempts[0] ?? ""}”; these are the results for “${words}”.`];
    return { hits: putNamedFirst(hits, query.query), notes };
  }
  // Wikis without a search service do not find titles by text, nor Chinese inside a sentence.
  const last = attempts.at(-1) ?? query.query;
  const hits = await askSearch(wiki, last, "title", query, fetch);
  const found =
    hits.length > 0 ? `these are pages with “${last}” in their title` : "nothing holds fewer of them either";
  return { hits, notes: [`Nothing on ${wiki.name} holds all words of “${attempts[0] ?? ""}”; ${found}.`] };
}

async function askSearch(
  wiki: Wiki,
  words: string,
  where: "text" | "title",
  query: SearchQuery,
  fetch: GuardedFetch,
): Promise<MediaWikiHit[]> {
  // Without `srwhat` a wiki on a plain database searches titles only.
  const parameters = {
    list: "search",
    srsearch: words,
    srwhat: where,
    srlimit: String(Math.min(query.limit, 50)),
    srprop: "snippet|timestamp",
  };
  try {
    const answer = await callWiki(wiki.api, parameters, searchSchema, { fetch, signal: query.signal });
    return answer.query.search;
  } catch (error) {
    // Wikipedia's engine has no title search (`search-title-disabled`): its text search covers titles.
    if (where === "title" && isAppError(error) && error.message.includes("search-title-disabled")) return [];
    throw error;
  }
}

/** Engines on a plain database do not rank: a page whose whole title stands in the question comes first. */
function putNamedFirst(hits: MediaWikiHit[], question: string): MediaWikiHit[] {
  const asked = new Set(toAllTokens(question));
  const isNamed = ({ title }: MediaWikiHit) =>
    toAllTokens(title.replace(/(?<!\s)\s*\(.*\)$/, "")).every((word) => asked.has(word));
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))];
}

const extractSchema = z.object({
  query: z
    .object({ pages: z.array(z.object({ pageid: z.number().optional(), extract: z.string().optional() })) })
    .optional(),
});
const maxExtracts = 20;

/** How pages without a snippet begin, by page id. Wikis without the extension for it leave them empty. */
async function readExtracts(
  wiki: Wiki,
  hits: MediaWikiHit[],
  fetch: GuardedFetch,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const ids = hits
    .filter(({ snippet }) => snippet.trim() === "")
    .map(({ pageid }) => pageid)
    .slice(0, maxExtracts);
  if (ids.length === 0) return new Map();
  const parameters = {
    prop: "extracts",
    exintro: "1",
    explaintext: "1",
    exlimit: String(maxExtracts),
    pageids: ids.join("|"),
  };
  const answer = await callWiki(wiki.api, parameters, extractSchema, { fetch, signal });
  const pages = answer.query?.pages ?? [];
  return new Map(
    pages.flatMap(({ pageid, extract }) =>
      pageid !== undefined && extract ? [[pageid, extract.slice(0, 300)]] : [],
    ),
  );
}

const pictureSchema = z.object({
  query: z.object({
    pages: z.array(z.object({ pageid: z.number(), thumbnail: z.object({ source: z.string() }).optional() })),
  }),
});
const pictureWidth = 320;

/**
 * The pictures that stand for the pages (https://www.mediawiki.org/wiki/Extension:PageImages, November 2026).
 * Wikis without the extension have none; a failure costs the pictures, not the results.
 */
async function readPictures(
  wiki: Wiki,
  hits: MediaWikiHit[],
  fetch: GuardedFetch,
  signal: AbortSignal,
): Promise<FoundPicture[]> {
  const parameters = {
    ...{ prop: "pageimages", piprop: "thumbnail", pithumbsize: String(pictureWidth) },
    pageids: hits
      .map(({ pageid }) => pageid)
      .slice(0, maxExtracts)
      .join("|"),
  };
  if (hits.length === 0) return [];
  const answer = await callWiki(wiki.api, parameters, pictureSchema, { fetch, signal }).catch(() => null);
  const sources = new Map(
    (answer?.query.pages ?? []).map(({ pageid, thumbnail }) => [pageid, thumbnail?.source]),
  );
  return hits.flatMap(({ pageid, title }) => {
    const source = sources.get(pageid) ?? "";
    const url = /^(https?:\/)?\//.test(source) ? URL.parse(source, wiki.api) : null;
    if (url === null) return [];
    const about = { title: shorten(toPlainText(title), maxTitle), pageUrl: wiki.toPageUrl(title) };
    return [{ url: url.href, ...about, site: wiki.host }];
  });
}

const maxTitle = 300;
const maxSnippet = 600;

function toResult(wiki: Wiki, hit: MediaWikiHit, extracts: Map<number, string>): SearchResult {
  return {
    title: shorten(toPlainText(hit.title), maxTitle),
    url: wiki.toPageUrl(hit.title),
    snippet: toSnippet(hit.snippet) || toSnippet(extracts.get(hit.pageid) ?? ""),
    site: wiki.host,
    ...(hit.timestamp !== undefined && { publishedAt: hit.timestamp }),
  };
}

/** The snippet of a plain database is a piece of wikitext: headings keep their marks. */
function toSnippet(html: string): string {
  return shorten(toPlainText(html).replace(/={2,6} ?([^=]+?) ?={2,6}/g, "$1"), maxSnippet);
}

function describeLimits(wiki: Wiki, { sites, freshness }: SearchQuery): string[] {
  const others = (sites ?? []).filter((site) => site !== wiki.host && !wiki.host.endsWith(`.${site}`));
  return [
    ...(others.length > 0 ? [`Only ${wiki.host} was searched; ${others.join(", ")} cannot be.`] : []),
    ...(freshness
      ? [`${wiki.host} cannot search by date; the results may be older than a ${freshness}.`]
      : []),
  ];
}

/** Wikipedia's edition in the language of the query; any other wiki as it is. */
function toEdition(baseUrl: string, query: SearchQuery): string {
  const edition = /^https:\/\/[a-z-]+\.wikipedia\.org\/?$/.exec(baseUrl);
  const code = findQueryLanguage(query);
  return edition && code ? `https://${code}.wikipedia.org` : baseUrl;
}
