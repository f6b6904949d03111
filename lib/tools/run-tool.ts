import { AppError, isAppError, toAppError } from "@/lib/errors";
import type { ToolFailureKind, ToolMeta, ToolOutputData, ToolResult } from "@/lib/protocol/tool-results";
import type { ToolInputs, ToolName } from "@/lib/protocol/tools";
import { describeInputError } from "./describe-input-error";
import { recoveries } from "./recovery";
import { toSummarySentence } from "./summary-sentence";
import type { ToolAnswer, ToolContext, ToolDefinition } from "./tool";

export type ToolLogEntry = {
  tool: ToolName;
  runId: string;
  callId: string;
  status: "success" | ToolFailureKind;
  durationMs: number;
  attempts: number;
  cause?: unknown;
};

export type RunToolOptions = {
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1, for the jitter. */
  random?: () => number;
  onLog?: (entry: ToolLogEntry) => void;
};

const maxAttempts = 2;
const retryDelayMs = 1_000;
const longestRetryAfterSeconds = 5;

/**
 * Runs one call and never throws: a wrong input, a failure, an exception, the time limit and a stop all come back as
 * a failure that the model reads. A tool that ignores its signal is left behind when its time is up.
 */
export async function runTool<NAME extends ToolName>(
  definition: ToolDefinition<NAME>,
  input: unknown,
  context: ToolContext,
  options: RunToolOptions,
): Promise<ToolResult<ToolOutputData<NAME>>> {
  const startedAt = context.now();
  let attempts = 0;
  const measure = (): ToolMeta => {
    const durationMs = Math.max(0, context.now() - startedAt);
    return { durationMs, costMicroUsd: 0, tokens: 0, version: definition.version, attempts };
  };
  try {
    context.report({
      stage: definition.stage,
      status: "started",
      message: `Calling ${definition.name}.`,
      details: { tools: [definition.name] },
    });
    const valid = parseInput(definition, input);
    const answer = await withDeadline(definition, context, (inner) => attemptTwice(definition, valid, inner, options, () => ++attempts));
    const meta = { ...measure(), costMicroUsd: answer.costMicroUsd ?? 0, tokens: answer.tokens ?? 0 };
    report("completed", toSummarySentence(answer.summary));
    log("success", meta);
    return { ok: true, text: answer.text, summary: answer.summary, data: answer.data, meta };
  } catch (error) {
    const meta = measure();
    const { kind, message, hint } = toFailure(definition, error);
    report("failed", message);
    log(kind, meta, error);
    return { ok: false, kind, message, hint, meta };
  }

  function report(status: "completed" | "failed", message: string): void {
    context.report({ stage: definition.stage, status, message, details: { tools: [definition.name] } });
  }
  function log(status: ToolLogEntry["status"], { durationMs }: ToolMeta, cause?: unknown): void {
    const entry = { tool: definition.name, runId: context.runId, callId: context.callId, status, durationMs, attempts };
    options.onLog?.(cause === undefined ? entry : { ...entry, cause });
  }
}

function parseInput<NAME extends ToolName>(definition: ToolDefinition<NAME>, input: unknown): ToolInputs[NAME] {
  const parsed = definition.inputSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_request", describeInputError(parsed.error, input));
}

/** Gives up when the caller stops or the tool's time is over, whether or not the work listens to its signal. */
async function withDeadline<T>(definition: ToolDefinition, context: ToolContext, work: (inner: ToolContext) => Promise<T>): Promise<T> {
  const seconds = definition.timeLimitMs / 1000;
  const controller = new AbortController();
  const stop = () => controller.abort(new AppError("aborted", "It was stopped."));
  const timer = setTimeout(() => {
    controller.abort(new AppError("timeout", `${definition.name} was cut off after ${seconds} seconds.`));
  }, definition.timeLimitMs);
  context.signal.addEventListener("abort", stop, { once: true });
  if (context.signal.aborted) stop();
  const { signal } = controller;
  try {
    const cutOff = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(toAppError(signal.reason));
      if (signal.aborted) giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
    });
    cutOff.catch(() => undefined);
    signal.throwIfAborted();
    return await Promise.race([work({ ...context, signal }), cutOff]);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", stop);
  }
}

async function attemptTwice<NAME extends ToolName>(
  definition: ToolDefinition<NAME>,
  input: ToolInputs[NAME],
  context: ToolContext,
  { wait, random = Math.random }: RunToolOptions,
  count: () => number,
): Promise<ToolAnswer<NAME>> {
  for (;;) {
    const attempt = count();
    try {
      return await definition.execute(input, context);
    } catch (error) {
      if (attempt >= maxAttempts || definition.hasSideEffects || context.signal.aborted || !isTransient(error)) throw error;
      await wait(retryDelayMs * (0.75 + 0.5 * random()), context.signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  return isAppError(error) && recoveries[error.code].isTransient && (error.retryAfter ?? 0) <= longestRetryAfterSeconds;
}

function toFailure(definition: ToolDefinition, error: unknown): { kind: ToolFailureKind; message: string; hint: string } {
  const known = toAppError(error);
  const { kind, hint } = recoveries[known.code];
  const message = known.code === "internal" ? `${definition.name} failed for a reason of its own.` : known.message;
  return { kind, message, hint: definition.hints?.[known.code] ?? hint };
}
