import type { CallAdmission, Breaker } from "@/lib/breakers/breaker";
import { toPauseSentence, toRetryAfter } from "@/lib/breakers/breakers";
import { AppError, type ErrorCode, isAppError, toAppError } from "@/lib/errors";
import { countSpent } from "@/lib/money/purse";
import type { ToolFailure, ToolFailureKind, ToolMeta, ToolSummary } from "@/lib/protocol/tool-results";
import { describeInputError } from "./describe-input-error";
import { isBackendFailure, recoveries } from "./recovery";
import type { AnyToolAnswer, RunnableTool, ToolContext } from "./tool";
import { estimateTokenCount } from "tokenx";

export type ToolLogEntry = {
  tool: string;
  runId: string;
  callId: string;
  status: "success" | ToolFailureKind;
  durationMs: number;
  attempts: number;
  code?: ErrorCode;
  cause?: unknown;
};

export type RunToolOptions = {
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1, for the jitter. */
  random?: () => number;
  onLog?: (entry: ToolLogEntry) => void;
};

export type CallOptions = RunToolOptions & {
  /** For this call, in place of the tool's own. */
  timeLimitMs?: number;
  /** Asked once a call, when its input is right; what it throws fails the call before it is executed. */
  beforeCall?: () => Promise<void>;
  /** While it refuses, nothing is executed or asked. A call with both its attempts is one failure to it. */
  breaker?: Breaker;
};

/** What a call came to: the tool's answer with what was measured, or why there is none. */
export type CallResult<ANSWER> = ({ ok: true; meta: ToolMeta } & Omit<ANSWER, "costMicroUsd">) | ToolFailure;

const maxAttempts = 2;
const retryDelayMs = 1_000;
const longestRetryAfterSeconds = 5;

/**
 * Runs one call and never throws: a wrong input, a failure, an exception, the time limit and a stop all come
 * back as a failure that the model reads. A tool that ignores its signal is left behind when its time is up.
 */
export async function runTool<INPUT, ANSWER extends AnyToolAnswer>(
  definition: RunnableTool<INPUT, ANSWER>,
  input: unknown,
  context: ToolContext,
  options: CallOptions,
): Promise<CallResult<ANSWER>> {
  const { name } = definition;
  const startedAt = context.now();
  const made = { attempts: 0, microUsd: 0 };
  let admission: CallAdmission | null = null;
  const measure = (): ToolMeta => {
    const { attempts, microUsd: costMicroUsd } = made;
    const durationMs = Math.max(0, context.now() - startedAt);
    return { durationMs, costMicroUsd, tokens: 0, version: definition.version, attempts };
  };
  try {
    context.report({
      stage: definition.stage,
      status: "started",
      message: `Calling ${name}.`,
      details: { tools: [name] },
    });
    const valid = parseInput(definition, input);
    admission = admitCall(definition, options);
    const limits = toLimits(definition, options);
    const { costMicroUsd = 0, ...answer } = await withDeadline(name, limits, context, async (inner) => {
      await options.beforeCall?.();
      return countSpent(made, () => attemptTwice(definition, valid, inner, options, made));
    });
    await admission?.succeeded();
    const meta = { ...measure(), costMicroUsd, tokens: estimateTokenCount(answer.text) };
    report("completed", toSummarySentence(definition, answer.summary));
    log("success", meta);
    return { ok: true, ...answer, meta };
  } catch (error) {
    const meta = measure();
    const { code, kind, message, hint } = toFailure(definition, error, context.now());
    const isCounted =
      made.attempts > 0 && isBackendFailure(code) && !definition.inputFailures?.includes(code);
    await (isCounted ? admission?.failed(message) : admission?.released());
    report("failed", message);
    // What was refused names addresses and words of the person: of our own errors the log has the code alone.
    log(kind, meta, code === "internal" ? { code, cause: error } : { code });
    return { ok: false, kind, message, hint, meta };
  }

  function report(status: "completed" | "failed", message: string): void {
    context.report({ stage: definition.stage, status, message, details: { tools: [definition.name] } });
  }
  function log(status: ToolLogEntry["status"], { durationMs }: ToolMeta, failure = {}): void {
    const entry = {
      tool: definition.name,
      runId: context.runId,
      callId: context.callId,
      status,
      ...{ durationMs, attempts: made.attempts },
    };
    options.onLog?.({ ...entry, ...failure });
  }
}

function toLimits({ limits }: RunnableTool, options: CallOptions) {
  const timeLimitMs = options.timeLimitMs ?? limits.timeMs;
  return { timeLimitMs, longestMs: Math.max(timeLimitMs, limits.longestMs ?? 0) };
}

function parseInput<INPUT>({ input: schema }: RunnableTool<INPUT>, input: unknown): INPUT {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_request", describeInputError(parsed.error, input));
}

/** A call's summary as a plain English sentence, for records and for readers of no interface texts. */
export function toSummarySentence(
  { sentences = {} }: Pick<RunnableTool, "sentences">,
  summary: ToolSummary | string,
): string {
  if (typeof summary === "string") return summary;
  const { key, values } = summary;
  return (sentences[key] ?? key).replace(/\{(\w+)\}/g, (_mark, name: string) => String(values[name] ?? ""));
}

/** `null` where no breaker watches. Throws `overloaded` while calls are refused. */
function admitCall({ name }: RunnableTool, { breaker }: CallOptions): CallAdmission | null {
  if (breaker === undefined) return null;
  const admission = breaker.admit();
  if (admission !== null) return admission;
  const reading = breaker.read();
  throw new AppError("overloaded", toPauseSentence(name, reading), { retryAfter: toRetryAfter(reading) });
}

/** Gives up when the caller stops or the time is over, whether or not the work listens to its signal. */
async function withDeadline<T>(
  name: string,
  { timeLimitMs, longestMs }: { timeLimitMs: number; longestMs: number },
  context: ToolContext,
  work: (inner: ToolContext) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new AppError("aborted", "It was stopped."));
  const startedAt = performance.now();
  let workedAt: number | null = null;
  const toSeconds = (since: number) => Math.round((performance.now() - since) / 1000);
  const cutOff = () => {
    const message =
      workedAt === null
        ? `${name} was cut off after ${timeLimitMs / 1000} seconds.`
        : `${name} was cut off after ${toSeconds(startedAt)} seconds. It was still at work ${toSeconds(workedAt)} seconds before.`;
    controller.abort(new AppError("timeout", message));
  };
  let timer = setTimeout(cutOff, timeLimitMs);
  const stillWorking = () => {
    if (signal.aborted) return;
    workedAt = performance.now();
    clearTimeout(timer);
    timer = setTimeout(cutOff, Math.min(timeLimitMs, longestMs - (workedAt - startedAt)));
  };
  context.signal.addEventListener("abort", stop, { once: true });
  if (context.signal.aborted) stop();
  const { signal } = controller;
  try {
    const givenUp = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(toAppError(signal.reason));
      if (signal.aborted) giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
    });
    givenUp.catch(() => undefined);
    signal.throwIfAborted();
    return await Promise.race([work({ ...context, signal, stillWorking }), givenUp]);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", stop);
  }
}

/** The answer's cost holds that of an attempt that failed before. */
async function attemptTwice<INPUT, ANSWER extends AnyToolAnswer>(
  definition: RunnableTool<INPUT, ANSWER>,
  input: INPUT,
  context: ToolContext,
  { wait, random = Math.random }: RunToolOptions,
  made: { attempts: number; microUsd: number },
): Promise<ANSWER> {
  for (;;) {
    made.attempts += 1;
    const lostMicroUsd = made.microUsd;
    try {
      const answer = await definition.execute(input, context);
      return { ...answer, costMicroUsd: (answer.costMicroUsd ?? 0) + lostMicroUsd };
    } catch (error) {
      const isSafe = definition.effect === "none" || definition.isRepeatable === true;
      const mayTryAgain = made.attempts < maxAttempts && isSafe && !context.signal.aborted;
      if (!mayTryAgain || !isTransient(error)) throw error;
      await wait(retryDelayMs * (0.75 + 0.5 * random()), context.signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  return (
    isAppError(error) &&
    recoveries[error.code].isTransient &&
    (error.retryAfter ?? 0) <= longestRetryAfterSeconds
  );
}

type FailedCall = { code: ErrorCode; kind: ToolFailureKind; message: string; hint: string };

function toFailure(definition: RunnableTool, error: unknown, now: number): FailedCall {
  const known = toAppError(error);
  const { kind, hint } = recoveries[known.code];
  const message =
    known.code === "internal" ? `${definition.name} failed for a reason of its own.` : known.message;
  return {
    code: known.code,
    kind,
    message,
    hint: definition.hints?.[known.code] ?? describeWait(definition, known, now) ?? hint,
  };
}

/** A reached limit is told with its end, so that the model neither tries again nor promises too much. */
function describeWait({ name }: RunnableTool, { code, retryAfter }: AppError, now: number): string | null {
  if (code !== "quota_exhausted" || retryAfter === undefined) return null;
  const end = new Date(now + retryAfter * 1000).toISOString().slice(0, 16).replace("T", " ");
  return `Do not call ${name} again before ${end} UTC. Go on with what is known, and tell the person which limit was reached and until when.`;
}
