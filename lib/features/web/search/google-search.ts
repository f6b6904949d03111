import { z } from "zod";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { askEngine, toEngineUrl } from "./ask-engine";
import type { SearchEngine, SearchQuery } from "./engine";
import { findScriptLanguage } from "./query-language";
import { limitToSites } from "./site-limit";
import { toPictures } from "./to-pictures";
import { toResults } from "./to-results";

/**
 * “Method: cse.list”, https://developers.google.com/custom-search/v1/cse/list, read in November 2026. Its
 * overview says that the service takes no new customers and ends for the others on 1 January 2027.
 */
export type GoogleSearchOptions = { baseUrl: string; key: string; engineId: string; fetch: GuardedFetch };

/** A page of results. */
const maxCount = 10;
const most = { characters: 2_000, words: 32 };
const dateCodes = { day: "d1", week: "w1", month: "m1", year: "y1" } as const;

export function createGoogleSearchEngine({
  baseUrl,
  key,
  engineId,
  fetch,
}: GoogleSearchOptions): SearchEngine {
  return {
    id: "google-search",
    name: "Google Programmable Search",
    // $5 per 1,000 queries past 100 a day: https://developers.google.com/custom-search/v1/overview, 11/2026.
    costMicroUsd: 5_000,
    focuses: ["site"],
    async search(query) {
      const url = toEngineUrl(baseUrl, "/customsearch/v1", { key, cx: engineId, ...toParameters(query) });
      const answer = await askEngine({
        name: "Google Programmable Search",
        url,
        fetch,
        schema: answerSchema,
        signal: query.signal,
        advice,
      });
      const items = answer.items ?? [];
      const hits = items.map(({ title, link, snippet, pagemap }) => ({
        title,
        url: link,
        text: snippet,
        date: findDate(pagemap?.metatags?.[0]),
      }));
      const pictures = items.map(({ title, link, pagemap }) => ({
        urls: [pagemap?.cse_thumbnail?.[0]?.src, pagemap?.cse_image?.[0]?.src],
        title,
        pageUrl: link,
      }));
      const shown = query.pictures === true ? pictures : [];
      return { results: toResults(hits, query.limit), notes: [], pictures: toPictures(shown) };
    },
  };
}

/** A wrong key is a 400, a used-up day or a key for something else a 403. */
const advice = {
  400: "the key or the engine's id is wrong. An administrator can set others.",
  401: "the key is wrong. An administrator can set another one.",
  403: "the key may not search, or its searches of today are used up.",
};

function toParameters(query: SearchQuery): Record<string, string> {
  const written = findScriptLanguage(query.query);
  const language = written ?? /^[a-z]{2,3}(?=$|-)/.exec(query.language?.toLowerCase() ?? "")?.[0];
  return {
    q: limitToSites(query.query, query.sites, most),
    num: String(Math.min(query.limit, maxCount)),
    ...(query.freshness && { dateRestrict: dateCodes[query.freshness] }),
    // `hl` only prefers a language; `lr` leaves all others out: right where only it has the query's script.
    ...(language !== undefined && { hl: language === "zh" ? "zh-CN" : language }),
    ...(written !== null && { lr: written === "zh" ? "lang_zh-CN" : `lang_${written}` }),
  };
}

function findDate(metatags: Record<string, unknown> | undefined): string | null {
  const names = [
    "article:published_time",
    "datepublished",
    "date",
    "dc.date",
    "og:updated_time",
    "article:modified_time",
  ];
  const found = names.map((name) => metatags?.[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : null;
}

const imagesSchema = z
  .array(z.object({ src: z.string() }))
  .optional()
  .catch(undefined);

/** `items` is missing when nothing was found. */
const answerSchema = z.object({
  kind: z.literal("customsearch#search"),
  items: z
    .array(
      z.object({
        title: z.string().nullish(),
        link: z.string(),
        snippet: z.string().nullish(),
        pagemap: z
          .object({
            metatags: z.array(z.record(z.string(), z.unknown())).optional(),
            cse_thumbnail: imagesSchema,
            cse_image: imagesSchema,
          })
          .nullish(),
      }),
    )
    .optional(),
});
