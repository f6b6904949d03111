import { createBreakers } from "@/lib/breakers/breakers";
import { AppError, type ErrorOptions } from "@/lib/errors";
import { payFrom, type Purse } from "@/lib/money/purse";
import type { SearchEngine, SearchQuery, SearchResult } from "@/lib/features/web/search/engine";
import { createSearch } from "@/lib/features/web/search/search";
import { plenty } from "@/tests/support/plenty";

type Act = (query: SearchQuery) => string[] | Promise<string[]>;
export type Told = SearchEngine & { asked: SearchQuery[]; act: Act };

/** An engine that finds what it is told, by address, and remembers what it was asked. */
export function createTold(name: string, act: Act | string[], more: Partial<SearchEngine> = {}): Told {
  const told: Told = {
    ...{ id: name.toLowerCase(), name, asked: [], act: typeof act === "function" ? act : () => act },
    async search(query) {
      told.asked.push(query);
      const urls = await told.act(query);
      return { results: urls.map(toResult), notes: [`${name} says`] };
    },
    ...more,
  };
  return told;
}

export const toResult = (url: string): SearchResult => ({
  title: url,
  url,
  snippet: "",
  site: new URL(url).host,
});
export const createFailing = (
  name: string,
  code: AppError["code"] = "search_unavailable",
  options: ErrorOptions = {},
) => createTold(name, () => Promise.reject(new AppError(code, `${name} is down.`, options)));
export const toUrls = (name: string, count: number) =>
  Array.from({ length: count }, (_empty, index) => `https://${name}.test/${index + 1}`);

/** A search over engines with a clock that stands still. */
export function openSearch(engineLimitMs?: number) {
  const clock = { at: 1_000_000 };
  const breakers = createBreakers(() => clock.at);
  const search = createSearch({
    breakers,
    now: () => clock.at,
    ...(engineLimitMs !== undefined && { engineLimitMs }),
  });
  const ask = (
    engines: readonly SearchEngine[],
    query: Partial<SearchQuery> = {},
    cacheMinutes = 60,
    purse: Purse = plenty,
  ) =>
    payFrom(purse, () =>
      search({ query: "sextant", limit: 3, signal: new AbortController().signal, ...query }, engines, {
        cacheMinutes,
      }),
    );
  return { clock, breakers, ask };
}
