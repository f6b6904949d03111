import type { SearchEngine, SearchQuery } from "./engine";

const minute = 60_000;
/** For what changes by the hour, and for an answer that some engine had no part in. */
const shortMs = 5 * minute;

/** For how long an answer is given again, in ms. What found nothing is asked anew. */
export function toKeepMs(
  query: SearchQuery,
  answer: { results: readonly unknown[]; failed: readonly unknown[] },
  cacheMinutes: number,
): number {
  if (answer.results.length === 0) return 0;
  const isShort =
    answer.failed.length > 0 ||
    query.freshness === "day" ||
    query.freshness === "week" ||
    asksForNow(query.query);
  return Math.min(cacheMinutes * minute, isShort ? shortMs : Infinity);
}

/** The minutes are part of it, so that another setting holds at once. */
export function toCacheKey(
  { query, limit, sites = [], freshness, language, topic, targetInfo = [] }: SearchQuery,
  engines: readonly SearchEngine[],
  cacheMinutes: number,
): string {
  const words = query.trim().replace(/\s+/gu, " ").toLowerCase();
  return JSON.stringify([
    engines.map(({ id }) => id),
    words,
    limit,
    [...sites].sort(),
    freshness ?? null,
    language ?? null,
    topic ?? null,
    targetInfo,
    cacheMinutes,
  ]);
}

/** Whether a question is about this moment. */
export function asksForNow(query: string): boolean {
  return nowWords.test(query);
}

const nowWords =
  /\b(now|today|tonight|currently?|latest|newest|breaking|news|live|right now|this (?:morning|afternoon|evening|week)|yesterday|weather|forecast|scores?|stock price|exchange rate)\b|现在|今天|今日|今晚|目前|当前|最新|最近|刚刚|实时|新闻|昨天|本周|天气|股价|汇率|比分/iu;
