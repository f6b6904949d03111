import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { askEngine, toEngineUrl } from "./ask-engine";
import type { EngineAnswer, SearchEngine, SearchQuery } from "./engine";
import { findQueryLanguage } from "./query-language";
import { isOnSite, limitToSites } from "./site-limit";
import { toPictures } from "./to-pictures";
import { toResults } from "./to-results";

/** “Search API”, https://docs.searxng.org/dev/search_api.html, read in November 2026. */
export type SearxngOptions = { baseUrl: string; fetch: GuardedFetch };

const most = { characters: 1_000, words: 60 };

/** A SearXNG of one's own; its settings must name `json` among the formats. */
export function createSearxngEngine({ baseUrl, fetch }: SearxngOptions): SearchEngine {
  return {
    id: "searxng",
    name: "SearXNG",
    focuses: ["news", "academic", "site"],
    async search(query) {
      const url = toEngineUrl(baseUrl, "/search", toParameters(query));
      const advice = { 401: "it asks for a sign-in.", 403: "its settings do not allow the format json." };
      const answer = await askEngine({
        name: "SearXNG",
        url,
        fetch,
        schema: answerSchema,
        signal: query.signal,
        advice,
      });
      const silent = [...new Set(answer.unresponsive_engines.map(([name]) => String(name)))].slice(0, 8);
      if (answer.results.length === 0 && silent.length > 0)
        throw new AppError("search_unavailable", `None of SearXNG's engines answered: ${silent.join(", ")}.`);
      return toAnswer(answer.results, query);
    },
  };
}

type Hit = z.infer<typeof answerSchema>["results"][number];

/** It hands `site:` on to engines of which not all understand it, so what is elsewhere is left out here. */
function toAnswer(found: readonly Hit[], { sites = [], limit, pictures = false }: SearchQuery): EngineAnswer {
  const onSites = found.filter(({ url }) => sites.length === 0 || isOnSite(url, sites));
  const hits = onSites.filter(({ template }) => template !== pictureTemplate);
  const results = toResults(
    hits.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      text: content,
      date: publishedDate,
    })),
    limit,
  );
  const shown = onSites.map(({ title, url, thumbnail_src, thumbnail, img_src }) => ({
    urls: [thumbnail_src, thumbnail, img_src],
    title,
    pageUrl: url,
  }));
  return { results, notes: [], pictures: toPictures(pictures ? shown : []) };
}

/** By which it marks what its engines for pictures found. */
const pictureTemplate = "images.html";

function toParameters(query: SearchQuery): Record<string, string> {
  const language = findQueryLanguage(query);
  return {
    q: limitToSites(query.query, query.sites, most),
    format: "json",
    ...(query.freshness && { time_range: query.freshness }),
    ...toCategories(query),
    ...(language !== null && { language }),
  };
}

/** Its own names (“Configured Engines” of its documentation); a focus leaves the general ones out. */
function toCategories({ focus, topic, pictures }: SearchQuery): { categories?: string } {
  if (focus?.kind === "news") return { categories: "news" };
  if (focus?.kind === "academic") return { categories: "science" };
  const more = [...(topic === "news" ? ["news"] : []), ...(pictures === true ? ["images"] : [])];
  return more.length === 0 ? {} : { categories: ["general", ...more].join(",") };
}

const answerSchema = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
      template: z.string().nullish(),
      thumbnail_src: z.string().nullish(),
      thumbnail: z.string().nullish(),
      img_src: z.string().nullish(),
    }),
  ),
  /** Name and reason of each. */
  unresponsive_engines: z.array(z.array(z.unknown())).default([]),
});
