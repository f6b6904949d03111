import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { AppError } from "@/lib/errors";
import { createAlarm } from "./alarm";
import { toModelFailure } from "./model-errors";
import { toModelRef } from "./models-config";
import { openAttempt } from "./open-attempt";

export type Fallback = { from: string; to: string; error: AppError };

export type ChainOptions = {
  /** References in the order in which they are tried. */
  refs: readonly string[];
  models: { language(ref: string): Promise<LanguageModelV4> };
  /** Waits, and rejects when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Called with the reference that gave the first content, once a call. Must not throw. */
  onServed?: (ref: string) => void;
  /** Called when a model has failed and the next one is tried. Must not throw. */
  onFallback?: (fallback: Fallback) => void;
  firstChunkMs?: number;
  chunkMs?: number;
  /** Between 0 and 1, for the jitter. */
  random?: () => number;
};

/**
 * A model that tries each reference of a chain until one begins to answer: three attempts for what may pass in a moment, with
 * waits of 0.5 s and 2 s or what the vendor asks for, then the next. When all have failed it rejects with the most telling of
 * their errors, a `model_…` `AppError`. A stop by the caller passes at once.
 */
export function createChainModel(options: ChainOptions): LanguageModelV4 {
  const { refs, models, firstChunkMs = 30_000, chunkMs = 60_000 } = options;
  const first = toModelRef(refs[0] ?? "none:none");
  return {
    specificationVersion: "v4",
    provider: first.provider,
    modelId: first.model,
    // Empty, because the model that serves may differ: files are then always sent as data.
    supportedUrls: {},
    doStream: (call) =>
      tryChain(options, call, async (ref) => openAttempt(await models.language(ref), call, { ref, firstChunkMs, chunkMs })),
    doGenerate: (call) => tryChain(options, call, async (ref) => generateOnce(await models.language(ref), call, firstChunkMs + chunkMs)),
  };
}

const attemptWaitsMs = [500, 2_000];
const longestRetryAfterMs = 30_000;

async function tryChain<T>(options: ChainOptions, call: LanguageModelV4CallOptions, attempt: (ref: string) => Promise<T>): Promise<T> {
  const failures: AppError[] = [];
  for (const [index, ref] of options.refs.entries()) {
    const outcome = await tryModel(options, call, () => attempt(ref), ref);
    if ("result" in outcome) {
      options.onServed?.(ref);
      return outcome.result;
    }
    failures.push(outcome.error);
    const next = options.refs[index + 1];
    if (next !== undefined) options.onFallback?.({ from: ref, to: next, error: outcome.error });
  }
  throw toChainError(failures);
}

async function tryModel<T>(
  { wait, random = Math.random }: ChainOptions,
  { abortSignal }: LanguageModelV4CallOptions,
  attempt: () => Promise<T>,
  ref: string,
): Promise<{ result: T } | { error: AppError }> {
  for (let count = 0; ; count += 1) {
    abortSignal?.throwIfAborted();
    try {
      return { result: await attempt() };
    } catch (thrown) {
      abortSignal?.throwIfAborted();
      const { error, isTransient } = toModelFailure(thrown, ref);
      const pause = attemptWaitsMs[count];
      const asked = (error.retryAfter ?? 0) * 1000;
      if (!isTransient || pause === undefined || asked > longestRetryAfterMs) return { error };
      await wait(Math.max(asked, pause * (0.75 + random() / 2)), abortSignal);
    }
  }
}

/** The one whose message helps most, which is what a person can act on; the others are named. */
function toChainError(failures: AppError[]): AppError {
  const telling = ["model_overflow", "model_key", "model_quota", "model_rejected", "model_unavailable"];
  const byTelling = failures.toSorted((a, b) => telling.indexOf(a.code) - telling.indexOf(b.code));
  const [error, ...others] = byTelling;
  if (!error) return new AppError("model_key", "No model is configured for this. Add one in Admin → Models.");
  if (others.length === 0) return error;
  const message = [error.message, ...others.map((other) => other.message)].join(" ");
  return new AppError(error.code, message, { cause: error, ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }) });
}

async function generateOnce(model: LanguageModelV4, call: LanguageModelV4CallOptions, limitMs: number) {
  const alarm = createAlarm(call.abortSignal);
  alarm.start(limitMs, () => new AppError("model_unavailable", `No answer within ${Math.round(limitMs / 1000)} s.`));
  try {
    return await Promise.race([model.doGenerate({ ...call, abortSignal: alarm.signal }), alarm.failed]);
  } finally {
    alarm.end();
  }
}
