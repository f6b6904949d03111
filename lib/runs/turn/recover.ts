import { notices, toLanguage } from "@/lib/agent/notices";
import { estimateTokens } from "@/lib/agent/tokens";
import type { HeldLease } from "@/lib/data/leases";
import { toPlaceText, type LogBatch } from "@/lib/data/run-logs";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { obeyLease } from "@/lib/runs/lease/heartbeat";
import type { LiveRun, LiveRuns } from "@/lib/runs/lease/live-runs";
import { openRun, toBaseChunks, readPlan, basePlace } from "@/lib/runs/state/open-run";
import { performRun, type Conclusion } from "./run-turn";
import { dropRun } from "@/lib/runs/lease/drop-run";
import { createTools, toToolCall } from "./run-tools";
import { listAskedCalls } from "@/lib/runs/approvals/asked-calls";
import { pushNotice } from "@/lib/runs/answer/push-notice";
import { repairOpenStep } from "./repair-step";
import { finishSettledCalls, recordAnswers } from "@/lib/runs/approvals/settle-approvals";
import type { RunDeps } from "@/lib/runs/ports";
import { toEntries } from "@/lib/runs/log/entries";
import { findNewestStep, findOpenStep, isAnswered } from "@/lib/runs/log/history";
import { createWork, markCalls, markSteps, openContext, type RunWork } from "@/lib/runs/state/run-state";
import { findWait } from "./wait-for-person";

/** So many workers a run may bring down. */
const maxCrashes = 4;
/** A run that nobody made for so long is not gone on with: the person has long left, and what it would cost was not expected. */
const longestSilenceMs = 60 * 60_000;

/**
 * Takes over a run that nobody makes any more, or that was let go, and goes on with it in this process. `null` when there is nothing
 * to take over: it is over, or its worker may be alive, or somebody here is at it already.
 */
export async function recoverRun(
  deps: RunDeps,
  live: LiveRuns,
  { userId, conversationId, runId }: { userId: string; conversationId: string; runId: string },
): Promise<LiveRun | null> {
  const seat = live.take(userId, conversationId);
  if (seat === null) return null;
  let run: LiveRun | null = null;
  try {
    const held = await deps.leases.take(runId, {
      owner: deps.workerId,
      now: deps.now(),
      isAlone: deps.isAlone,
    });
    run = held === null ? null : await reopen(deps, held);
    return run;
  } finally {
    seat.settle(run);
  }
}

/** The run as its log leaves it, going on. `null` when its conversation is gone, and then nothing of it stays. */
async function reopen(deps: RunDeps, held: HeldLease): Promise<LiveRun | null> {
  const { runId, lease } = held;
  const { userId, conversationId, epoch } = lease;
  const plan = readPlan(held);
  const [question, conversation, batches] = await Promise.all([
    deps.messages.find(userId, conversationId, plan.record.userMessageId),
    deps.conversations.find(userId, conversationId),
    deps.runLogs.read(runId),
  ]);
  if (question === null || conversation?.activeRunId !== runId) {
    await dropRun(deps, { userId, conversationId, runId });
    return null;
  }
  const base = plan.isContinued
    ? ((await deps.messages.find(userId, conversationId, plan.record.messageId))?.message ?? null)
    : null;
  const usable = toUsable(batches, base);
  const last = usable.at(-1);
  const after = last === undefined ? basePlace : { epoch: last.epoch, seq: last.seq };
  const run = openRun(deps, {
    userId,
    conversationId,
    plan,
    userMessage: question.message,
    base,
    epoch,
    after,
  });
  load(run, usable, base);
  obeyLease(run, held);
  deps.log.warn("run_taken_over", { runId, epoch, silentMs: held.ageMs, from: toPlaceText(after) });
  run.done = performRun(deps, run, () => repair(deps, run, held));
  return run;
}

/** The log of a reply that goes on begins with that reply, perhaps in several batches; when not all of those were written, none counts. */
function toUsable(batches: LogBatch[], base: ChatMessage | null): LogBatch[] {
  return base === null || batches.flatMap(toEntries).length >= toBaseChunks(base).length ? batches : [];
}

/** A log that was never written begins with the reply as it was. */
function load(run: LiveRun, batches: readonly LogBatch[], base: ChatMessage | null): void {
  for (const batch of batches) run.log.load(toEntries(batch), { epoch: batch.epoch, seq: batch.seq });
  for (const chunk of run.log.chunks())
    if (chunk.type === "steering-message") run.steering.known.add(chunk.id);
  if (batches.length > 0 || base === null) return;
  for (const chunk of toBaseChunks(base)) run.writer.add(chunk);
  run.log.load(toBaseChunks(base), basePlace);
}

/** Brings the log to the border of a step, and tells the person. Ends the run when going on is no good. */
async function repair(deps: RunDeps, run: LiveRun, { lease, ageMs }: HeldLease): Promise<Conclusion | null> {
  if (run.log.history().end !== null) return null;
  if (lease.crashes > maxCrashes || ageMs > longestSilenceMs)
    return { outcome: "interrupted", reason: "crashed" };
  const hasShown = run.log
    .chunks()
    .slice(run.baseLength)
    .some(({ type }) => type !== "start" && type !== "start-step");
  const open = findOpenStep(run.log.chunks());
  const { isCounted, outputs } = run.log.history();
  const kept = new Map([...outputs, ...listOutputs(open ?? [])]);
  const work = await createWork(deps, run);
  const tools = createTools(deps, run, work);
  const wasAsking = findWait(run) !== null;
  // Calls that are made again, or were allowed and are still to be made, are judged again.
  if (open?.some(({ type }) => type === "tool-input-available") === true || hasAsked(run))
    await openContext(deps, run, work);
  const options = {
    needsConsent: ({ toolName, input }: { toolName: string; input: unknown }) =>
      work.context?.judge.judge(toolName, input).kind === "ask",
    callTool: ({ toolName, toolCallId, input }: { toolName: string; toolCallId: string; input: unknown }) =>
      callTool(tools[toolName], input, { toolCallId, abortSignal: run.controller.signal }),
    isRepeatable: (name: string) => deps.tools.describe(name).isRepeatable,
    isDynamic: (name: string) => deps.tools.describe(name).isDynamic,
    goesOn: () => run.cut !== "handover" && run.cut !== "lost",
  };
  const outcome = await repairOpenStep(run.log, options);
  if (open === null && isAsking(deps, run, lease)) return "waiting";
  if (open === null) {
    recordAnswers(run.log, lease.answers);
    await finishSettledCalls(run.log, options);
    markCalls(run, work);
  }
  if (outcome === "finished") countKeptCalls(run, work, kept);
  if (open !== null && !isCounted) countLostCall(deps, run, work, open);
  // Nothing was interrupted where it only waited.
  if (hasShown && !wasAsking && !isAnswered(run.log.chunks().slice(run.baseLength)))
    pushNotice(run, notices.recovered(toLanguage(run.options.language)));
  return null;
}

/** Whether the person was asked about calls of the newest step, answered or not. */
function hasAsked(run: LiveRun): boolean {
  return findNewestStep(run.log.chunks().slice(run.baseLength)).some(
    ({ type }) => type === "tool-approval-request",
  );
}

/** Whether the person still has time for an answer that is missing: the worker that asked died before it had let go. */
function isAsking(deps: RunDeps, run: LiveRun, { answers, isStopAsked }: HeldLease["lease"]): boolean {
  const wait = isStopAsked ? null : findWait(run);
  return (
    wait !== null &&
    wait.until > deps.now() &&
    listAskedCalls(run.log.chunks()).some(({ approvalId }) => answers[approvalId] === undefined)
  );
}

function listOutputs(step: readonly ChatChunk[]): [string, unknown][] {
  return step.flatMap((chunk): [string, unknown][] =>
    chunk.type === "tool-output-available" ? [[chunk.toolCallId, chunk.output]] : [],
  );
}

/** What the calls of the step cost whose results an earlier worker had: it had not come to say so. */
function countKeptCalls(run: LiveRun, work: RunWork, kept: ReadonlyMap<string, unknown>): void {
  const start = run.log.chunks().findLastIndex(({ type }) => type === "start-step");
  for (const chunk of run.log.chunks().slice(start)) {
    if (chunk.type === "tool-input-available" && kept.has(chunk.toolCallId)) {
      work.meter.addToolCall(
        toToolCall(
          chunk.toolName,
          chunk.toolCallId,
          chunk.input,
          kept.get(chunk.toolCallId) as AnyToolResult,
        ),
      );
    }
  }
}

const leastInputTokens = 1_500;

/** The model's call was cut, or nobody knows what it used: that is estimated. */
function countLostCall(deps: RunDeps, run: LiveRun, work: RunWork, step: readonly ChatChunk[]): void {
  const written = step
    .map((chunk) =>
      "delta" in chunk
        ? chunk.delta
        : chunk.type === "tool-input-available"
          ? JSON.stringify(chunk.input)
          : "",
    )
    .join("");
  work.meter.startStep(false);
  work.meter.endCutStep(work.served, {
    inputTokens: work.meter.steps.at(-1)?.usage.inputTokens ?? leastInputTokens,
    outputTokens: estimateTokens(written),
  });
  markSteps(deps, run, work);
}

type Tools = ReturnType<typeof createTools>;

async function callTool(
  tool: Tools[string] | undefined,
  input: unknown,
  options: { toolCallId: string; abortSignal: AbortSignal },
): Promise<unknown> {
  if (tool?.execute === undefined) return missing;
  return (await tool.execute(input, { ...options, messages: [], context: {} })) as AnyToolResult;
}

const missing: AnyToolResult = {
  ok: false,
  kind: "unavailable",
  message: "This tool is not there any more.",
  hint: "Go on without it.",
  meta: { durationMs: 0, costMicroUsd: 0, tokens: 0, version: "", attempts: 0 },
};
