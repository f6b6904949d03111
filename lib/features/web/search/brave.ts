import { z } from "zod";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { askEngine, toEngineUrl } from "./ask-engine";
import type { SearchEngine, SearchQuery } from "./engine";
import { findQueryLanguage } from "./query-language";
import { limitToSites } from "./site-limit";
import { toPictures } from "./to-pictures";
import { toResults } from "./to-results";

/**
 * “Web search”, https://api-dashboard.search.brave.com/api-reference/web/search/get, and “News search”,
 * …/api-reference/news/news_search/get, which the same plan has; November 2026.
 */
export type BraveOptions = { baseUrl: string; key: string; fetch: GuardedFetch };

const maxCount = 20;
/** Of a query. */
const most = { characters: 400, words: 50 };
const freshnessCodes = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

export function createBraveEngine({ baseUrl, key, fetch }: BraveOptions): SearchEngine {
  return {
    id: "brave",
    name: "Brave Search",
    // $5 per 1,000 successful requests ("Search", https://brave.com/search/api/, November 2026).
    costMicroUsd: 5_000,
    focuses: ["news", "site"],
    async search(query) {
      const isNews = query.focus?.kind === "news";
      const path = isNews ? "/res/v1/news/search" : "/res/v1/web/search";
      const url = toEngineUrl(baseUrl, path, toParameters(query, isNews));
      const headers = { "x-subscription-token": key };
      const help = "the key is wrong or may not search. An administrator can set another one.";
      const answer = await askEngine({
        name: "Brave Search",
        url,
        headers,
        fetch,
        schema: isNews ? newsSchema : webSchema,
        signal: query.signal,
        advice: { 401: help, 403: help, 422: help },
      });
      const hits = answer.map(({ title, url: address, description, page_age }) => ({
        title,
        url: address,
        text: description,
        date: page_age,
      }));
      const pictures = query.pictures === true ? answer.flatMap(toPicture) : [];
      return { results: toResults(hits, query.limit), notes: [], pictures: toPictures(pictures) };
    },
  };
}

function toParameters(query: SearchQuery, isNews: boolean): Record<string, string> {
  const language = findQueryLanguage(query);
  const code =
    language === null
      ? undefined
      : languageCodes.find((known) => known === (otherCodes[language] ?? language));
  return {
    q: limitToSites(query.query, query.sites, most),
    count: String(Math.min(query.limit, maxCount)),
    ...(!isNews && { result_filter: "web", text_decorations: "false" }),
    ...(query.freshness && { freshness: freshnessCodes[query.freshness] }),
    ...(code !== undefined && { search_lang: code }),
  };
}

/** What `search_lang` takes; other languages are left to the engine. */
const languageCodes =
  "ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi".split(
    " ",
  );
const otherCodes: Partial<Record<string, string>> = { zh: "zh-hans", ja: "jp", pt: "pt-br", no: "nb" };

const resultsSchema = z.array(
  z.object({
    title: z.string(),
    url: z.string(),
    description: z.string().nullish(),
    page_age: z.string().nullish(),
    /** The page's picture in a small form, served by Brave. */
    thumbnail: z.object({ src: z.string(), logo: z.boolean().nullish() }).nullish().catch(null),
  }),
);
type BraveHit = z.infer<typeof resultsSchema>[number];

function toPicture({ title, url, thumbnail }: BraveHit) {
  return thumbnail?.src === undefined || thumbnail.logo === true
    ? []
    : [{ urls: [thumbnail.src], title, pageUrl: url }];
}

/** `web` is missing when nothing was found. */
const webSchema = z
  .object({ type: z.literal("search"), web: z.object({ results: resultsSchema }).nullish() })
  .transform(({ web }) => web?.results ?? []);
const newsSchema = z
  .object({ type: z.literal("news"), results: resultsSchema })
  .transform(({ results }) => results);
