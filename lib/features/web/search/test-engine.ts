import { AppError, toAppError } from "@/lib/errors";
import type { ListedEngine } from "./catalog";

/** `isEmpty`: it answers, and found nothing where every engine that works finds something. */
export type EngineTest = { ok: boolean; latencyMs: number; message: string; isEmpty?: true };

const question = "sextant navigation";
const testLimitMs = 10_000;

/** Asks a real question. Throws `not_found` for an unknown engine, and `aborted` when the asker left. */
export async function testEngine(
  listed: readonly ListedEngine[],
  id: string,
  signal: AbortSignal,
  limitMs = testLimitMs,
): Promise<EngineTest> {
  const found = listed.find((engine) => engine.id === id);
  if (found === undefined) throw new AppError("not_found", "There is no such search engine.");
  const { name, needs, engine } = found;
  if (engine === null)
    return {
      ok: false,
      latencyMs: 0,
      message: needs === undefined ? `${name} needs a key.` : `${name} needs ${needs} in the environment.`,
    };
  const startedAt = performance.now();
  const toElapsed = () => Math.round(performance.now() - startedAt);
  const limit = AbortSignal.timeout(limitMs);
  try {
    const { results } = await engine.search({
      query: question,
      limit: 5,
      signal: AbortSignal.any([signal, limit]),
    });
    return {
      ok: true,
      latencyMs: toElapsed(),
      ...(results.length === 0 && { isEmpty: true as const }),
      message: `${name} gave ${results.length} ${results.length === 1 ? "result" : "results"} in ${toElapsed()} ms.`,
    };
  } catch (error) {
    if (signal.aborted) throw new AppError("aborted", "The test was stopped.", { cause: error });
    const { title, message } = toAppError(error);
    return {
      ok: false,
      latencyMs: toElapsed(),
      message: limit.aborted
        ? `${name} did not answer within ${limitMs / 1000} seconds.`
        : `${title}: ${message}`,
    };
  }
}
