import type { Breakers } from "@/lib/breakers/breakers";
import { AppError, isAppError } from "@/lib/errors";
import { createSharedCache } from "@/lib/net/shared-cache";
import { askEngines, type Round, type Watch } from "./ask-engines";
import type { Focus, FoundPicture, SearchEngine, SearchQuery, SearchResult } from "./engine";
import { toKeywordAttempts } from "./keywords";

export type SearchAnswer = {
  /** The name of the engine whose results come first; the first that answered when none found anything. */
  engine: string;
  results: SearchResult[];
  /** Where they were asked for and found. */
  pictures?: FoundPicture[];
  /** The engines whose results these are, and those that did not answer, with a sentence for the person. */
  served: string[];
  failed: { engine: string; message: string }[];
  notes: string[];
  /** Of the searches that were really made: none for an answer that was there already. */
  costMicroUsd: number;
  /** An engine was left out because it could not be paid. */
  isUnpaid?: true;
};

export type Search = (
  query: SearchQuery,
  engines: readonly SearchEngine[],
  options?: { cacheMinutes?: number },
) => Promise<SearchAnswer>;
export type SearchDeps = {
  breakers: Pick<Breakers, "get" | "rests">;
  now: () => number;
  engineLimitMs?: number;
};

const cacheBytes = 16 * 1024 * 1024;
/** The least size counted per answer, which also bounds their number. */
const leastBytes = 4 * 1024;

/**
 * Asks the engines in order until there are enough results; a repeated question is answered from the cache,
 * and two at once are asked once. Where nobody finds anything it is reworded. Engines that answer "nothing"
 * leave an empty list; when none answers, or none can keep to the focus, it throws `search_unavailable` with
 * the reasons, `quota_exhausted` where money stood in the way of one, or `aborted`.
 */
export function createSearch({ breakers, now, engineLimitMs = 8_000 }: SearchDeps): Search {
  const cache = createSharedCache<SearchAnswer>({ maxBytes: cacheBytes, now });
  const watch = { breakers, engineLimitMs };
  return async (query, all, { cacheMinutes = 60 } = {}) => {
    const engines = listAble(all, query.focus);
    if (engines.length === 0 && all.length > 0) throw toUnable(query.focus);
    let isAsker = false;
    const ask = async (signal: AbortSignal) => {
      isAsker = true;
      const value = await searchOnce({ ...query, signal }, engines, watch);
      return {
        value,
        bytes: Math.max(leastBytes, JSON.stringify(value).length * 2),
        keepMs: toKeepMs(query, value, cacheMinutes),
      };
    };
    // Another one's money says nothing of that of who waited for the same answer.
    for (;;) {
      const asked = cache.get(toCacheKey(query, engines, cacheMinutes), ask, query.signal);
      const value = await asked.then(
        (found) => found.value,
        (error: unknown) => {
          if (isAsker || !isAppError(error) || error.code !== "quota_exhausted") throw error;
          return null;
        },
      );
      if (value !== null && isAsker) return value;
      if (value !== null && value.isUnpaid !== true) return { ...value, costMicroUsd: 0 };
    }
  };
}

/** The engines that can keep to the focus. */
function listAble(engines: readonly SearchEngine[], focus: Focus | undefined): SearchEngine[] {
  return engines.filter(({ focuses }) => focus === undefined || focuses?.includes(focus.kind) === true);
}

function toUnable(focus: Focus | undefined): AppError {
  const what = focus?.kind === "site" ? `to ${focus.site}` : `to ${focus?.kind ?? "that"} results`;
  return new AppError(
    "search_unavailable",
    `The person limits web search ${what}, and no search engine that is set up here can do that.`,
  );
}

async function searchOnce(
  query: SearchQuery,
  engines: readonly SearchEngine[],
  watch: Watch,
): Promise<SearchAnswer> {
  const first = await askEngines(query, engines, watch);
  if (first.answered.length === 0) throw toUnavailable(first);
  if (first.results.length > 0) return toAnswer(first, []);
  // Those that failed would fail again, and those that have other words of their own have tried them.
  const open = first.answered.filter(({ rewordsItself }) => rewordsItself !== true);
  let last = first;
  for (const { query: reworded, note } of open.length === 0 ? [] : listRewordings(query)) {
    last = joinRounds(last, await askEngines(reworded, open, watch));
    if (last.results.length > 0) return toAnswer(last, [note]);
  }
  return toAnswer(last, []);
}

function joinRounds(before: Round, after: Round): Round {
  return {
    ...after,
    answered: before.answered,
    failed: [...before.failed, ...after.failed],
    notes: [...new Set([...before.notes, ...after.notes])],
    costMicroUsd: before.costMicroUsd + after.costMicroUsd,
    isUnpaid: before.isUnpaid || after.isUnpaid,
  };
}

function toAnswer(
  { results, pictures, answered, served, failed, notes, costMicroUsd, isUnpaid }: Round,
  more: string[],
): SearchAnswer {
  return {
    engine: served[0] ?? answered[0]?.name ?? "",
    results,
    ...(pictures.length > 0 && { pictures }),
    served,
    failed,
    notes: [...notes, ...more],
    costMicroUsd,
    ...(isUnpaid && { isUnpaid }),
  };
}

function toUnavailable({ failed, causes, isUnpaid }: Round): AppError {
  const reasons = failed
    .map(({ engine, message }) => (message.startsWith(engine) ? message : `${engine}: ${message}`))
    .join(" ");
  const code = isUnpaid ? "quota_exhausted" : "search_unavailable";
  return new AppError(code, reasons === "" ? "No search engine is set up." : reasons, {
    cause: causes,
  });
}

const minute = 60_000;
/** For what changes by the hour, and for an answer that some engine had no part in. */
const shortMs = 5 * minute;

/** For how long an answer is given again, in ms. What found nothing is asked anew. */
function toKeepMs(
  query: SearchQuery,
  answer: Pick<SearchAnswer, "results" | "failed" | "isUnpaid">,
  cacheMinutes: number,
): number {
  if (answer.results.length === 0 || answer.isUnpaid === true) return 0;
  const isShort =
    answer.failed.length > 0 ||
    query.freshness === "day" ||
    query.freshness === "week" ||
    asksForNow(query.query);
  return Math.min(cacheMinutes * minute, isShort ? shortMs : Infinity);
}

/** The minutes are part of it, so that another setting holds at once. */
function toCacheKey(
  {
    query,
    limit,
    sites = [],
    focus,
    freshness,
    language,
    topic,
    targetInfo = [],
    pictures = false,
  }: SearchQuery,
  engines: readonly SearchEngine[],
  cacheMinutes: number,
): string {
  const words = query.trim().replace(/\s+/gu, " ").toLowerCase();
  return JSON.stringify([
    engines.map(({ id }) => id),
    words,
    limit,
    [...sites].sort(),
    focus ?? null,
    freshness ?? null,
    language ?? null,
    topic ?? null,
    targetInfo,
    pictures,
    cacheMinutes,
  ]);
}

/** Whether a question is about this moment. */
function asksForNow(query: string): boolean {
  return nowWords.test(query);
}

const nowWords =
  /\b(now|today|tonight|currently?|latest|newest|breaking|news|live|right now|this (?:morning|afternoon|evening|week)|yesterday|weather|forecast|scores?|stock price|exchange rate)\b|现在|今天|今日|今晚|目前|当前|最新|最近|刚刚|实时|新闻|昨天|本周|天气|股价|汇率|比分/iu;

type Rewording = { query: SearchQuery; note: string };

/**
 * What to ask when nothing was found, in order: without quotes and operators, or, if it has none, with fewer,
 * more telling words; at last without limits to sites and time, but never without the focus. The note is
 * true if that finds something.
 */
export function listRewordings(query: SearchQuery): Rewording[] {
  const words = findOtherWords(query.query);
  const reworded = words === null ? query : { ...query, query: words };
  const { sites: named = [], freshness, ...rest } = reworded;
  const kept = query.focus?.kind === "site" ? [query.focus.site] : [];
  const free = kept.length === 0 ? rest : { ...rest, sites: kept };
  const sites = named.filter((site) => !kept.includes(site));
  const limits = [
    ...(sites.length === 0 ? [] : [`on ${sites.join(", ")}`]),
    ...(freshness === undefined ? [] : [`from the last ${freshness}`]),
  ];
  const changed = words === null ? "" : ` and “${words}” was searched`;
  return [
    ...(words === null
      ? []
      : [
          {
            query: reworded,
            note: `Nothing was found for “${query.query}”; these are the results for “${words}”.`,
          },
        ]),
    ...(limits.length === 0
      ? []
      : [
          {
            query: free,
            note: `Nothing was found ${limits.join(" ")}; these results are not limited so${changed}.`,
          },
        ]),
  ];
}

function findOtherWords(text: string): string | null {
  const plain = dropOperators(text);
  const [all = "", fewer] = toKeywordAttempts(plain);
  const words = plain === text.trim() ? fewer : all;
  return words === undefined || words === "" || words === text.trim() ? null : words;
}

/** Quotes, `site:` and the like, excluded words, and the words and marks that join terms. */
function dropOperators(text: string): string {
  return text
    .replace(/(^|\s)-(?:"[^"]*"|\S+)/gu, " ")
    .replace(/(^|\s)\(?[a-z]{2,12}:(?:"[^"]*"|\S+)/gu, " ")
    .replace(/(^|\s)(AND|OR|NOT)(?=\s|$)/gu, " ")
    .replace(/["“”„«»()|+*]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}
