import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { CallAdmission } from "@/lib/breakers/breaker";
import { type Breakers, toPauseSentence, toRetryAfter } from "@/lib/breakers/breakers";
import { AppError } from "@/lib/errors";
import { createAlarm } from "./alarm";
import { type ModelFailure, toModelFailure, toRestError } from "./model-errors";
import { reportFailure } from "./open-attempt";
import type { LeftOut } from "./part-reader";
import type { SetLimits, StreamLimits } from "./stream-limits";
import { toModelRef } from "./models-config";
import { findProviderNames } from "./provider-names";

export type Fallback = { from: string; to: string; error: AppError };

export type ModelChainOptions = {
  /** References in the order in which they are tried. */
  refs: readonly string[];
  models: {
    language(ref: string): Promise<LanguageModelV4>;
    /** Whether its server is on this machine or beside it. */
    isNear?: (ref: string) => boolean;
    noteAnswered?: (ref: string) => void;
    /** Whether it goes on from the beginning of an answer that ends what it is sent. */
    takesPrefix?: (ref: string) => boolean;
  };
  /** Waits, and rejects when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Called when a model is asked; what it gives, when it has begun or has failed. Must not throw. */
  onAsked?: (ref: string, isNear: boolean) => () => void;
  /** Called with the reference that gave the first content, once a call. Must not throw. */
  onServed?: (ref: string) => void;
  /** Called when a model has failed and the next one is tried. Must not throw. */
  onFallback?: (fallback: Fallback) => void;
  /** Called before a wait, in milliseconds, for a vendor's rate limit. Must not throw. */
  onRateLimited?: (ms: number) => void;
  /** Called before an answer that broke off goes on; what it gives, when it does. Must not throw. */
  onBroken?: (ref: string, ms: number) => (written: string) => void;
  /** Called at the end of an answer of which something was left out. Must not throw. */
  onLeftOut?: (ref: string, left: LeftOut) => void;
  /** 30 s, 60 s and 300 s where nothing else is said. */
  limits?: SetLimits;
  /** Skips what failed before; without them the chain keeps its own memory. */
  breakers?: Pick<Breakers, "get" | "rests">;
  /** Between 0 and 1, for the jitter. */
  random?: () => number;
};

export type Chain = Omit<ModelChainOptions, "models" | "limits" | "breakers"> & {
  limitsOf(ref: string): Pick<StreamLimits, "firstChunkMs">;
  isNear(ref: string): boolean;
  breakers: Pick<Breakers, "get" | "rests">;
};
/** What is done with one model; `admission` is its breaker's. */
type TryModel<T> = (ref: string, admission: CallAdmission) => Promise<T>;
/** `trial` is there when the model was not called because somebody else's call is trying it. */
type TryOutcome<T> = { result: T } | { error: AppError; trial: Promise<void> | null };

const attemptWaitsMs = [500, 2_000];
/** Between two questions whether a server of one's own has loaded its model. */
const loadingWaitMs = 2_000;
const longestRetryAfterMs = 30_000;

/** Gives what the first model gives that can; see the chain model for the rules. */
export async function tryChain<T>(
  chain: Chain,
  call: LanguageModelV4CallOptions,
  attempt: TryModel<T>,
): Promise<T> {
  const failures: { ref: string; error: AppError; trial: Promise<void> | null }[] = [];
  for (const [index, ref] of chain.refs.entries()) {
    const outcome = await tryModel(chain, call, attempt, ref);
    if ("result" in outcome) return serve(chain, ref, outcome.result);
    failures.push({ ref, ...outcome });
    const next = chain.refs[index + 1];
    if (next !== undefined) chain.onFallback?.({ from: ref, to: next, error: outcome.error });
  }
  const tried = failures.find(({ trial }) => trial !== null);
  if (tried !== undefined) {
    const outcome = await tryAfterTrial(chain, call, attempt, tried);
    if ("result" in outcome) return serve(chain, tried.ref, outcome.result);
    tried.error = outcome.error;
  }
  throw toChainError(failures.map(({ error }) => error));
}

function serve<T>(chain: Chain, ref: string, result: T): T {
  chain.onServed?.(ref);
  return result;
}

/** Waits for somebody else's trial as long as a first content may take; calls the model if it went well. */
async function tryAfterTrial<T>(
  chain: Chain,
  call: LanguageModelV4CallOptions,
  attempt: TryModel<T>,
  { ref, ...refusal }: { ref: string; error: AppError; trial: Promise<void> | null },
): Promise<TryOutcome<T>> {
  const alarm = createAlarm(call.abortSignal);
  alarm.limit(chain.limitsOf(ref).firstChunkMs, () => refusal.error);
  let outcome: TryOutcome<T> = refusal;
  try {
    // A trial that was stopped is followed by another one, which may be ours or again somebody else's.
    while (!("result" in outcome) && outcome.trial !== null) {
      await Promise.race([outcome.trial, alarm.failed]);
      outcome = await tryModel(chain, call, attempt, ref);
    }
    return outcome;
  } catch (error) {
    if (error === refusal.error) return refusal;
    throw error;
  } finally {
    alarm.end();
  }
}

/** Calls one model, unless its breaker is open, and tells the breaker how it went. */
async function tryModel<T>(
  chain: Chain,
  call: LanguageModelV4CallOptions,
  attempt: TryModel<T>,
  ref: string,
): Promise<TryOutcome<T>> {
  call.abortSignal?.throwIfAborted();
  const breaker = chain.breakers.get("model", ref);
  const admission = breaker.admit();
  if (admission === null) {
    const reading = breaker.read();
    const sentence = toPauseSentence(`${findProviderNames(ref).name} (${ref})`, reading);
    return {
      error: new AppError("model_unavailable", sentence, { retryAfter: toRetryAfter(reading) }),
      trial: breaker.findTrial(),
    };
  }
  try {
    const resting = await rest(chain, call, ref);
    if (resting !== null) {
      await admission.released();
      return { error: resting, trial: null };
    }
    const onEnd = chain.onAsked?.(ref, chain.isNear(ref));
    const outcome = await attemptThrice(chain, call, () => attempt(ref, admission), ref).finally(onEnd);
    if ("result" in outcome) return outcome;
    await reportFailure(admission, outcome);
    return { error: outcome.error, trial: null };
  } catch (stopped) {
    await admission.released();
    throw stopped;
  }
}

/** A model, or all behind one key, rests for as long as the vendor asked, for all calls of this process. */
const toRestName = (ref: string, isOfModel: boolean): string =>
  isOfModel ? `model:${ref}` : `key:${toModelRef(ref).provider}`;

/** Waits until the vendor may be asked again; why it is not asked now where that takes too long. */
async function rest(
  { wait, breakers, onRateLimited, random = Math.random }: Chain,
  { abortSignal }: LanguageModelV4CallOptions,
  ref: string,
): Promise<AppError | null> {
  const restMs = Math.max(
    ...[true, false].map((isOfModel) => breakers.rests.leftMs(toRestName(ref, isOfModel))),
  );
  if (restMs > longestRetryAfterMs) return toRestError(ref, restMs / 1000);
  // Spread, so that all who wait do not come at the same moment.
  const waitMs = restMs * (1 + random() / 4);
  if (waitMs > 0) {
    onRateLimited?.(waitMs);
    await wait(waitMs, abortSignal);
  }
  return null;
}

/** Throws only what the caller's stop throws. */
async function attemptThrice<T>(
  chain: Chain,
  { abortSignal }: LanguageModelV4CallOptions,
  attempt: () => Promise<T>,
  ref: string,
): Promise<{ result: T } | ModelFailure> {
  const { wait, breakers, onRateLimited } = chain;
  const toPause = createPauses(chain, ref);
  for (;;) {
    abortSignal?.throwIfAborted();
    try {
      return { result: await attempt() };
    } catch (thrown) {
      abortSignal?.throwIfAborted();
      const failure = toModelFailure(thrown, ref);
      const { code, retryAfter = 0 } = failure.error;
      const isLimited = code === "model_quota";
      if (isLimited && retryAfter > 0) breakers.rests.keep(toRestName(ref, failure.isOfModel), retryAfter);
      const waitMs = toPause(failure);
      if (waitMs === null) return failure;
      if (isLimited) onRateLimited?.(waitMs);
      await wait(waitMs, abortSignal);
    }
  }
}

/** How long is waited before a model is asked again after a failure, `null` where it is not. */
function createPauses({ limitsOf, isNear, random = Math.random }: Chain, ref: string) {
  let loadingMs = isNear(ref) ? limitsOf(ref).firstChunkMs : 0;
  let count = 0;
  return ({ error, isTransient, isLoading }: ModelFailure): number | null => {
    if (isLoading && loadingMs > 0) {
      loadingMs -= loadingWaitMs;
      return loadingWaitMs;
    }
    const pause = attemptWaitsMs[count];
    const asked = (error.retryAfter ?? 0) * 1000;
    count += 1;
    if (!isTransient || pause === undefined || asked > longestRetryAfterMs) return null;
    return Math.max(asked, pause * (0.75 + random() / 2));
  };
}

/** The one a person can best act on, naming the others; it can be tried again when the first of them can. */
function toChainError(failures: AppError[]): AppError {
  const telling = ["model_overflow", "model_key", "model_quota", "model_rejected", "model_unavailable"];
  const byTelling = failures.toSorted((a, b) => telling.indexOf(a.code) - telling.indexOf(b.code));
  const [error, ...others] = byTelling;
  if (!error) return new AppError("model_key", "No model is configured for this. Add one in Admin → Models.");
  if (others.length === 0) return error;
  const message = [error.message, ...others.map((other) => other.message)].join(" ");
  const waits = failures.flatMap(({ code, retryAfter }) =>
    code === error.code && retryAfter !== undefined ? [retryAfter] : [],
  );
  return new AppError(error.code, message, {
    ...{ cause: error, detail: error.detail },
    ...(waits.length === 0 ? {} : { retryAfter: Math.min(...waits) }),
  });
}
