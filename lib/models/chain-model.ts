import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Admission } from "@/lib/breakers/breaker";
import { type Breakers, createBreakers, toPauseSentence, toRetryAfter } from "@/lib/breakers/breakers";
import { AppError } from "@/lib/errors";
import { createAlarm } from "./alarm";
import { type ModelFailure, toModelFailure } from "./model-errors";
import { toModelRef } from "./models-config";
import { openAttempt, reportFailure, type StreamLimits, toLateness } from "./open-attempt";
import { findProviderNames } from "./provider-names";

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
  /** 30 s, 60 s and 300 s where nothing else is said. */
  limits?: Partial<StreamLimits>;
  /** What failed before is not called; without them the chain remembers for itself. */
  breakers?: Pick<Breakers, "get">;
  /** Between 0 and 1, for the jitter. */
  random?: () => number;
};

type Chain = ChainOptions & Required<Pick<ChainOptions, "breakers">>;
/** One call of one model, before its attempts. */
type Attempt<T> = (ref: string, admission: Admission) => Promise<T>;

export const defaultStreamLimits: StreamLimits = { firstChunkMs: 30_000, silenceMs: 60_000, callMs: 300_000 };

/**
 * A model that tries each reference of a chain until one begins to answer: three attempts for what may pass in a moment, with
 * waits of 0.5 s and 2 s or what the vendor asks for, then the next; a time limit that passes leads to the next one at once, and a
 * model whose breaker is open is not called. A call that failed with all its attempts, or broke after its first content, is one
 * failure to the breaker. When all have failed it rejects with the most telling of their errors, a `model_…` `AppError`. A stop by
 * the caller passes at once.
 */
export function createChainModel(options: ChainOptions): LanguageModelV4 {
  const { refs, models } = options;
  const chain: Chain = { ...options, breakers: options.breakers ?? createBreakers(() => Date.now()) };
  const limits = { ...defaultStreamLimits, ...options.limits };
  const first = toModelRef(refs[0] ?? "none:none");
  return {
    specificationVersion: "v4",
    provider: first.provider,
    modelId: first.model,
    // Empty, because the model that serves may differ: files are then always sent as data.
    supportedUrls: {},
    doStream: (call) =>
      tryChain(chain, call, async (ref, admission) => openAttempt(await models.language(ref), call, { ref, limits, admission })),
    doGenerate: (call) =>
      tryChain(chain, call, async (ref, admission) => {
        const result = await generateOnce(await models.language(ref), call, { ref, limits });
        await admission.succeeded();
        return result;
      }),
  };
}

const attemptWaitsMs = [500, 2_000];
const longestRetryAfterMs = 30_000;

async function tryChain<T>(chain: Chain, call: LanguageModelV4CallOptions, attempt: Attempt<T>): Promise<T> {
  const failures: AppError[] = [];
  for (const [index, ref] of chain.refs.entries()) {
    const outcome = await tryModel(chain, call, attempt, ref);
    if ("result" in outcome) {
      chain.onServed?.(ref);
      return outcome.result;
    }
    failures.push(outcome.error);
    const next = chain.refs[index + 1];
    if (next !== undefined) chain.onFallback?.({ from: ref, to: next, error: outcome.error });
  }
  throw toChainError(failures);
}

type Outcome<T> = { result: T } | { error: AppError };

/** Calls one model, unless its breaker is open, and tells the breaker how it went. */
async function tryModel<T>(chain: Chain, call: LanguageModelV4CallOptions, attempt: Attempt<T>, ref: string): Promise<Outcome<T>> {
  call.abortSignal?.throwIfAborted();
  const breaker = chain.breakers.get("model", ref);
  const admission = breaker.admit();
  if (admission === null) {
    const reading = breaker.read();
    const sentence = toPauseSentence(`${findProviderNames(ref).name} (${ref})`, reading);
    return { error: new AppError("model_unavailable", sentence, { retryAfter: toRetryAfter(reading) }) };
  }
  try {
    const outcome = await attemptThrice(chain, call, () => attempt(ref, admission), ref);
    if ("result" in outcome) return outcome;
    await reportFailure(admission, outcome);
    return { error: outcome.error };
  } catch (stopped) {
    await admission.released();
    throw stopped;
  }
}

/** Throws only what the caller's stop throws. */
async function attemptThrice<T>(
  { wait, random = Math.random }: Chain,
  { abortSignal }: LanguageModelV4CallOptions,
  attempt: () => Promise<T>,
  ref: string,
): Promise<{ result: T } | ModelFailure> {
  for (let count = 0; ; count += 1) {
    abortSignal?.throwIfAborted();
    try {
      return { result: await attempt() };
    } catch (thrown) {
      abortSignal?.throwIfAborted();
      const failure = toModelFailure(thrown, ref);
      const pause = attemptWaitsMs[count];
      const asked = (failure.error.retryAfter ?? 0) * 1000;
      if (!failure.isTransient || pause === undefined || asked > longestRetryAfterMs) return failure;
      await wait(Math.max(asked, pause * (0.75 + random() / 2)), abortSignal);
    }
  }
}

/** The one whose message helps most, which is what a person can act on; the others are named. It can be tried again when the first of them can. */
function toChainError(failures: AppError[]): AppError {
  const telling = ["model_overflow", "model_key", "model_quota", "model_rejected", "model_unavailable"];
  const byTelling = failures.toSorted((a, b) => telling.indexOf(a.code) - telling.indexOf(b.code));
  const [error, ...others] = byTelling;
  if (!error) return new AppError("model_key", "No model is configured for this. Add one in Admin → Models.");
  if (others.length === 0) return error;
  const message = [error.message, ...others.map((other) => other.message)].join(" ");
  const waits = failures.flatMap(({ code, retryAfter }) => (code === error.code && retryAfter !== undefined ? [retryAfter] : []));
  return new AppError(error.code, message, { cause: error, ...(waits.length === 0 ? {} : { retryAfter: Math.min(...waits) }) });
}

async function generateOnce(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { ref, limits }: { ref: string; limits: StreamLimits },
) {
  const alarm = createAlarm(call.abortSignal);
  const limitMs = Math.min(limits.callMs, limits.firstChunkMs + limits.silenceMs);
  alarm.limit(limitMs, () => toLateness(ref, limitMs, "did not answer"));
  try {
    return await Promise.race([model.doGenerate({ ...call, abortSignal: alarm.signal }), alarm.failed]);
  } finally {
    alarm.end();
  }
}
