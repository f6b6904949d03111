import { toPauseSentence, type Breakers } from "@/lib/breakers/breakers";
import { AppError, isAppError, toAppError, type ErrorCode } from "@/lib/errors";
import { pay, type Spend } from "@/lib/money/purse";
import type { EngineAnswer, FoundPicture, SearchEngine, SearchQuery, SearchResult } from "./engine";
import { isOnSite } from "./site-limit";
import { toTokens } from "@/lib/language/tokens";

export type Round = {
  results: SearchResult[];
  pictures: FoundPicture[];
  /** Engines that answered, also with nothing, and the names of those whose results these are. */
  answered: SearchEngine[];
  served: string[];
  failed: { engine: string; message: string }[];
  causes: AppError[];
  notes: string[];
  costMicroUsd: number;
  /** An engine was skipped because the person could not pay for it. */
  isUnpaid: boolean;
};

export type Watch = {
  breakers: Pick<Breakers, "get" | "rests">;
  /** For one engine, so that a slow one leaves time for the next. */
  engineLimitMs: number;
};

/** Asks the engines in order until there are as many results as wanted. Throws `aborted` only. */
export async function askEngines(
  query: SearchQuery,
  engines: readonly SearchEngine[],
  watch: Watch,
): Promise<Round> {
  const round: Round = {
    results: [],
    pictures: [],
    answered: [],
    served: [],
    failed: [],
    causes: [],
    notes: [],
    costMicroUsd: 0,
    isUnpaid: false,
  };
  // There is something to choose from where it is known what the pages should tell.
  const wanted = query.targetInfo?.length ? { ...query, limit: query.limit * 2 } : query;
  for (const engine of engines) {
    const outcome = await askPaid(engine, wanted, watch);
    if ("error" in outcome) {
      round.isUnpaid ||= outcome.isUnpaid === true;
      round.failed.push({ engine: engine.name, message: outcome.error.message });
      round.causes.push(outcome.error);
      continue;
    }
    const merged = mergeResults(round.results, outcome.results);
    if (merged.length > round.results.length) round.served.push(engine.name);
    round.answered.push(engine);
    round.results = merged;
    round.pictures.push(...(outcome.pictures ?? []));
    round.notes.push(...outcome.notes);
    round.costMicroUsd += engine.costMicroUsd ?? 0;
    if (merged.length >= query.limit) break;
  }
  return { ...round, results: rankByTarget(round.results, query.targetInfo).slice(0, query.limit) };
}

type EngineOutcome = EngineAnswer | { error: AppError; isUnpaid?: true };

/** Money that refuses an engine says nothing of it: its breaker is not told. */
async function askPaid(engine: SearchEngine, query: SearchQuery, watch: Watch): Promise<EngineOutcome> {
  const { name, costMicroUsd = 0 } = engine;
  const ask = async (spend: Spend) => {
    const outcome = await askEngine(engine, query, watch);
    if (!("error" in outcome)) spend(costMicroUsd);
    return outcome;
  };
  return pay(costMicroUsd, ask, "search").catch((error: unknown) => {
    if (!isAppError(error) || error.code !== "quota_exhausted") throw error;
    const message = `${name} was not asked. ${error.message}`;
    return { error: new AppError(error.code, message, { cause: error }), isUnpaid: true };
  });
}

/** Asks one engine unless it is left alone at the moment, and tells its breaker how it went. */
async function askEngine(
  engine: SearchEngine,
  query: SearchQuery,
  { breakers, engineLimitMs }: Watch,
): Promise<EngineOutcome> {
  if (query.signal.aborted) throw toStop();
  const restMs = breakers.rests.leftMs(toRestName(engine));
  if (restMs > 0) return { error: toRestError(engine, restMs) };
  const breaker = breakers.get("engine", engine.id);
  const admission = breaker.admit();
  if (admission === null)
    return { error: new AppError("search_unavailable", toPauseSentence(engine.name, breaker.read())) };
  const limit = AbortSignal.timeout(engineLimitMs);
  try {
    const found = await engine.search({ ...query, signal: AbortSignal.any([query.signal, limit]) });
    await admission.succeeded();
    return keepToSite(found, query);
  } catch (thrown) {
    const error = toEngineError(engine, thrown, limit.aborted, engineLimitMs);
    const isStopped = query.signal.aborted;
    await (isStopped || !countedCodes.has(error.code)
      ? admission.released()
      : admission.failed(error.message));
    if (isStopped) throw toStop(thrown);
    if (error.code === "quota_exhausted" && error.retryAfter !== undefined)
      breakers.rests.keep(toRestName(engine), error.retryAfter);
    return { error };
  }
}

/** What an engine gives in spite of the focus. */
function keepToSite(found: EngineAnswer, { focus }: SearchQuery): EngineAnswer {
  if (focus?.kind !== "site") return found;
  return {
    ...found,
    results: found.results.filter(({ url }) => isOnSite(url, [focus.site])),
    pictures: (found.pictures ?? []).filter(({ pageUrl }) => isOnSite(pageUrl, [focus.site])),
  };
}

const toRestName = ({ id }: SearchEngine): string => `engine:${id}`;

function toRestError({ name }: SearchEngine, restMs: number): AppError {
  const seconds = Math.ceil(restMs / 1000);
  return new AppError("quota_exhausted", `${name} has reached its limit and is asked again in ${seconds} s.`);
}

/** What the next search would probably meet too; a wrong key is nothing that waiting mends. */
const countedCodes: ReadonlySet<ErrorCode> = new Set([
  "search_unavailable",
  "quota_exhausted",
  "timeout",
  "internal",
]);

function toEngineError({ name }: SearchEngine, thrown: unknown, isLate: boolean, limitMs: number): AppError {
  if (isLate)
    return new AppError("timeout", `${name} did not answer within ${limitMs / 1000} seconds.`, {
      cause: thrown,
    });
  return toAppError(thrown);
}

function toStop(cause?: unknown): AppError {
  return new AppError("aborted", "The search was stopped.", { cause });
}

/** The first list with what only the second one has after it. One page under two addresses is one result. */
export function mergeResults(
  first: readonly SearchResult[],
  second: readonly SearchResult[],
): SearchResult[] {
  const byPage = new Map<string, SearchResult>();
  for (const result of [...first, ...second]) {
    const page = toPageKey(result.url);
    if (!byPage.has(page)) byPage.set(page, result);
  }
  return [...byPage.values()];
}

/**
 * One key for the forms of one address: scheme, `www.`, the mobile site, a slash at the end, the fragment,
 * the order of parameters and those that only tell where a visitor came from do not make another page.
 */
export function toPageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const host = url.host
    .replace(/^(www|m|mobile|amp)\.(?=[^.]+\.)/, "")
    .replace(/\.m\.(?=[^.]+\.[^.]+$)/, ".");
  const parameters = [...url.searchParams].filter(([name]) => !tracking.test(name)).sort(byText);
  const query = parameters.length === 0 ? "" : `?${new URLSearchParams(parameters)}`;
  return `${host}${url.pathname.replace(/(?<!\/)\/+$/, "")}${query}`;
}

/** What advertising networks, newsletters and the like add to addresses. */
const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hsenc|_hsmi|mkt_tok|srsltid|ref_src)$/i;

function byText([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Moves results up that hold more of the sought words. The engine's order and that by words count alike:
 * reciprocal rank fusion, k = 60 (Cormack, Clarke and Büttcher, SIGIR 2009). It stays without such words.
 */
export function rankByTarget(
  results: readonly SearchResult[],
  targetInfo: readonly string[] = [],
): SearchResult[] {
  const wanted = new Set(targetInfo.flatMap(toTokens));
  const counts = results.map(({ title, snippet }) => countWords(wanted, `${title} ${snippet}`));
  const fused = results.map((result, index) => {
    const better = counts.filter((count) => count > (counts[index] ?? 0)).length;
    return { result, index, score: 1 / (k + index) + 1 / (k + better) };
  });
  return fused.sort((a, b) => b.score - a.score || a.index - b.index).map(({ result }) => result);
}

const k = 60;

function countWords(wanted: ReadonlySet<string>, text: string): number {
  const held = new Set(toTokens(text));
  return [...wanted].filter((word) => held.has(word)).length;
}
