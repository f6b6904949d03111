import type { Breakers } from "@/lib/breakers/breakers";
import { toPauseSentence } from "@/lib/breakers/breakers";
import { AppError, type ErrorCode, toAppError } from "@/lib/errors";
import type { SearchEngine, SearchQuery, SearchResult } from "./engine";
import { mergeResults } from "./merge-results";
import type { EngineRests } from "./engine-rests";
import { rankByTarget } from "./rank-by-target";

export type Round = {
  results: SearchResult[];
  /** Engines that answered, also with nothing, and the names of those whose results these are. */
  answered: SearchEngine[];
  served: string[];
  failed: { engine: string; message: string }[];
  causes: AppError[];
  notes: string[];
  costMicroUsd: number;
};

export type Watch = {
  breakers: Pick<Breakers, "get">;
  rests: EngineRests;
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
    answered: [],
    served: [],
    failed: [],
    causes: [],
    notes: [],
    costMicroUsd: 0,
  };
  // There is something to choose from where it is known what the pages should tell.
  const wanted = query.targetInfo?.length ? { ...query, limit: query.limit * 2 } : query;
  for (const engine of engines) {
    const outcome = await askEngine(engine, wanted, watch);
    if ("error" in outcome) {
      round.failed.push({ engine: engine.name, message: outcome.error.message });
      round.causes.push(outcome.error);
      continue;
    }
    const merged = mergeResults(round.results, outcome.results);
    if (merged.length > round.results.length) round.served.push(engine.name);
    round.answered.push(engine);
    round.results = merged;
    round.notes.push(...outcome.notes);
    round.costMicroUsd += engine.costMicroUsd ?? 0;
    if (merged.length >= query.limit) break;
  }
  return { ...round, results: rankByTarget(round.results, query.targetInfo).slice(0, query.limit) };
}

type Outcome = Awaited<ReturnType<SearchEngine["search"]>> | { error: AppError };

/** Asks one engine unless it is left alone at the moment, and tells its breaker how it went. */
async function askEngine(
  engine: SearchEngine,
  query: SearchQuery,
  { breakers, rests, engineLimitMs }: Watch,
): Promise<Outcome> {
  if (query.signal.aborted) throw toStop();
  const resting = rests.describe(engine);
  if (resting !== null) return { error: new AppError("quota_exhausted", resting) };
  const breaker = breakers.get("engine", engine.id);
  const admission = breaker.admit();
  if (admission === null)
    return { error: new AppError("search_unavailable", toPauseSentence(engine.name, breaker.read())) };
  const limit = AbortSignal.timeout(engineLimitMs);
  try {
    const found = await engine.search({ ...query, signal: AbortSignal.any([query.signal, limit]) });
    await admission.succeeded();
    return found;
  } catch (thrown) {
    const error = toEngineError(engine, thrown, limit.aborted, engineLimitMs);
    const isStopped = query.signal.aborted;
    await (isStopped || !countedCodes.has(error.code)
      ? admission.released()
      : admission.failed(error.message));
    if (isStopped) throw toStop(thrown);
    rests.keep(engine, error);
    return { error };
  }
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
