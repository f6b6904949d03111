import { z } from "zod";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { askEngine, toEngineUrl } from "./ask-engine";
import type { SearchEngine, SearchQuery } from "./engine";
import { toDomain } from "./site-limit";
import { toPictures } from "./to-pictures";
import { toResults } from "./to-results";

/** “Tavily Search”, https://docs.tavily.com/documentation/api-reference/endpoint/search, 11/2026. */
export type TavilyOptions = { baseUrl: string; key: string; fetch: GuardedFetch };

const maxResults = 20;
const maxQueryLength = 400;

export function createTavilyEngine({ baseUrl, key, fetch }: TavilyOptions): SearchEngine {
  return {
    id: "tavily",
    name: "Tavily",
    // A basic search is one credit, $0.008, https://docs.tavily.com/documentation/api-credits, November 2026.
    costMicroUsd: 8_000,
    focuses: ["news", "site"],
    async search(query) {
      const { sites, notes } = toSites(query.sites ?? []);
      const help = "the key is wrong or may not search. An administrator can set another one.";
      const answer = await askEngine({
        ...{
          name: "Tavily",
          url: toEngineUrl(baseUrl, "/search"),
          headers: { authorization: `Bearer ${key}` },
          body: toBody(query, sites),
        },
        ...{
          fetch,
          schema: answerSchema,
          signal: query.signal,
          quotaStatuses: [432, 433],
          advice: { 401: help, 403: help },
        },
      });
      const hits = answer.results.map(({ title, url, content, published_date }) => ({
        title,
        url,
        text: content,
        date: published_date,
      }));
      const pictures = answer.images.map((image) => ({ urls: [image.url], title: image.description }));
      return { results: toResults(hits, query.limit), notes, pictures: toPictures(pictures) };
    },
  };
}

/** It takes a sentence as well as words, so what the pages should tell is part of the question. */
function toBody(
  { query, targetInfo = [], limit, freshness, topic: asked, focus, pictures = false }: SearchQuery,
  sites: readonly string[],
): Record<string, unknown> {
  const topic = focus?.kind === "news" ? focus.kind : asked;
  return {
    query: [query, ...targetInfo].join(". ").slice(0, maxQueryLength),
    max_results: Math.min(limit, maxResults),
    search_depth: "basic",
    ...(topic && { topic }),
    ...(freshness && { time_range: freshness }),
    ...(sites.length > 0 && { include_domains: sites }),
    // They cost no more.
    ...(pictures && { include_images: true, include_image_descriptions: true }),
  };
}

/** A whole domain such as `.gov` is no domain to it. */
function toSites(sites: readonly string[]): { sites: string[]; notes: string[] } {
  const whole = sites.filter((site) => !toDomain(site).includes("."));
  const kept = sites.filter((site) => !whole.includes(site)).map(toDomain);
  return {
    sites: kept,
    notes:
      whole.length === 0
        ? []
        : [
            `Tavily cannot be limited to ${whole.join(", ")}${kept.length > 0 ? `; ${kept.join(", ")} were searched` : ""}.`,
          ],
  };
}

const imageSchema = z.object({ url: z.string(), description: z.string().nullish() });

const answerSchema = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
  images: z
    .array(imageSchema)
    .nullish()
    .catch(null)
    .transform((images) => images ?? []),
});
