import type { Account } from "@/lib/engine/run/account";
import type { Reply } from "@/lib/engine/run/reply";
import { notices } from "@/lib/engine/loop/notices";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { HeldLease } from "@/lib/engine/records/leases";
import { toCursorText, type LogBatch } from "@/lib/engine/records/run-logs";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { findResult, type AnyToolResult } from "@/lib/protocol/tool-results";
import type { ToolSet } from "ai";
import { findWait } from "@/lib/engine/consent/waits";
import { settlePlan } from "@/lib/engine/plan/settle-plan";
import { finishSettledCalls, recordAnswers, type CallRules } from "@/lib/engine/consent/settle-approvals";
import { dropRun } from "@/lib/engine/lease/drop-run";
import type { LiveRuns, RunKey } from "@/lib/engine/lease/live-runs";
import { readEntries } from "@/lib/engine/log/entries";
import { findNewestStep, findOpenStep, isAnswered } from "@/lib/engine/log/history";
import { baseCursor, toBaseChunks } from "@/lib/engine/log/replay-message";
import type { RunHost, RunTools } from "@/lib/engine/ports";
import { obeyLease } from "@/lib/engine/run/control";
import { readBrief, toReservedUntil, type StoredBrief } from "@/lib/engine/stored-brief";
import { openRun } from "@/lib/engine/opening/open-run";
import type { Run } from "@/lib/engine/run/run";
import { repairOpenStep } from "./repair-step";
import { createTools, toToolCall } from "./run-tools";
import { runTurn, type TurnOutcome } from "./run-turn";

/** So many workers a run may bring down. */
const maxCrashes = 4;
/** A run left for so long does not go on: the person is long gone, and the cost would be unexpected. */
const longestSilenceMs = 60 * 60_000;

/**
 * Takes over a run that was abandoned or released, and goes on with it here. `null` when it is over, its
 * worker may be alive, or somebody here is at it already. Throws `overloaded`.
 */
export async function recoverRun(
  host: RunHost,
  live: LiveRuns,
  { userId, conversationId, runId }: RunKey,
  kind: { isTask?: boolean } = {},
): Promise<Run | null> {
  const seat = live.take(userId, conversationId, kind);
  if (seat === null) return null;
  let run: Run | null = null;
  try {
    const claim = { owner: host.worker.id, now: host.now(), isAlone: host.worker.isAlone };
    const held = await host.records.leases.take(runId, claim);
    run = held === null ? null : await reopen(host, held);
    return run;
  } finally {
    seat.settle(run);
  }
}

/**
 * As its log leaves it. `null` when its conversation is gone or its brief unreadable: nothing of it stays.
 */
async function reopen(host: RunHost, held: HeldLease): Promise<Run | null> {
  const { runId, lease } = held;
  const { userId, conversationId, epoch } = lease;
  const brief = readBrief(held);
  if (brief === null) host.log.error("brief_unreadable", { runId });
  const [question, conversation, batches] = await Promise.all([
    brief === null ? null : host.records.messages.find(userId, conversationId, brief.record.userMessageId),
    host.records.conversations.find(userId, conversationId),
    host.records.runLogs.read(runId),
  ]);
  if (brief === null || question === null || conversation?.activeRunId !== runId) {
    await dropRun(host, { userId, conversationId, runId });
    return null;
  }
  const stored = brief.isContinued
    ? await host.records.messages.find(userId, conversationId, brief.record.messageId)
    : null;
  const base = stored?.message ?? null;
  const { usable, fault } = readLog(batches, base);
  const last = usable.at(-1);
  const after = last === undefined ? baseCursor : { epoch: last.epoch, seq: last.seq };
  const budgetMicroUsd = await reserveAgain(host, userId, brief);
  const run = openRun(host, {
    ...{ userId, conversationId, question: question.message, base, epoch, after },
    runLogs: host.records.runLogs,
    brief: { ...brief, budgetMicroUsd },
  });
  load(run, usable, base);
  obeyLease(run, held);
  host.log.warn("run_taken_over", { runId, epoch, silentMs: held.ageMs, from: toCursorText(after) });
  if (fault !== null) host.log.error("log_unreadable", { runId, error: fault });
  void runTurn(host, run, async () => (fault === null ? repair(host, run, held) : unreadable)).then(
    run.reply.settle,
  );
  return run;
}

/** What the reply may cost now: its money was free while it waited for the person. */
async function reserveAgain(
  host: RunHost,
  userId: string,
  { record: { id: runId, settings }, budgetMicroUsd: microUsd, task }: StoredBrief,
): Promise<number> {
  // A step's money is set aside by the reply whose plan it is of.
  if (microUsd === 0 || task !== null) return microUsd;
  const expiresAt = toReservedUntil(host.now(), settings);
  return host.records.quotas.resumeTurn(userId, { runId, microUsd, expiresAt, settings });
}

/** Nobody can go on behind an entry that cannot be read; what there is before it stays. */
const unreadable = { outcome: "interrupted", reason: "internal" } as const;

/** A continued reply's log begins with it, perhaps in several batches; unless all came, none counts. */
function readLog(batches: LogBatch[], base: ChatMessage | null) {
  const { entries, fault } = readEntries(batches);
  const isUsable = base === null || fault !== null || entries.length >= toBaseChunks(base).length;
  return { usable: isUsable ? batches : [], fault };
}

/** A log that was never written begins with the reply as it was. */
function load(
  run: Pick<Run, "reply" | "control">,
  batches: readonly LogBatch[],
  base: ChatMessage | null,
): void {
  for (const batch of batches) run.reply.log.load(readEntries([batch]).entries, batch);
  for (const chunk of run.reply.log.chunks())
    if (chunk.type === "steering-message") run.control.steering.take(chunk.id);
  if (batches.length === 0 && base !== null) run.reply.loadBase(base);
}

/** Brings the log to the border of a step, and tells the person. Ends the run when going on is no good. */
async function repair(host: RunHost, run: Run, { lease, ageMs }: HeldLease): Promise<TurnOutcome | null> {
  if (run.reply.log.history().end !== null) return null;
  if (lease.crashes > maxCrashes || ageMs > longestSilenceMs)
    return { outcome: "interrupted", reason: "crashed" };
  // Nothing was interrupted where nothing had been shown, or where the run only waited for the person.
  const isInterrupted =
    run.reply.ownChunks().some(({ type }) => type !== "start" && type !== "start-step") &&
    findWait(run.reply.ownChunks()) === null;
  const step = findOpenStep(run.reply.log.chunks());
  const { isCounted, outputs } = run.reply.log.history();
  const kept = new Map([...outputs, ...listOutputs(step ?? [])]);
  await run.account.restore();
  // Calls that are made again, or were allowed and are still to be made, are judged again.
  if (step?.some(({ type }) => type === "tool-input-available") === true || hasAsked(run.reply))
    await run.context.open();
  const rules = toCallRules(host.tools, run, createTools(host, run));
  const outcome = await repairOpenStep(run.reply.log, rules);
  if (step === null && isAsking(run.reply, lease, host.now())) return "waiting";
  settlePlan(run, lease.answers);
  if (step === null) {
    recordAnswers(run.reply.log, lease.answers, (tool) => host.tools.describe(tool).isOptional);
    await finishSettledCalls(run.reply.log, rules);
    if (run.account.meter.pendingCalls().length > 0) run.account.markCosts();
  }
  if (outcome === "finished") countKeptCalls(run, kept);
  if (step !== null && !isCounted) countLostCall(run.account, step);
  if (isInterrupted && !isAnswered(run.reply.ownChunks())) run.reply.notice(notices.recovered());
  return null;
}

function toCallRules(
  { describe }: RunTools,
  run: Pick<Run, "context" | "control" | "signal">,
  tools: ToolSet,
): CallRules {
  return {
    needsConsent: async ({ toolName, input }) =>
      (await run.context.opened()?.judge.settle(toolName, input))?.kind === "ask",
    callTool: ({ toolName, toolCallId, input }) =>
      callTool(tools[toolName], input, { toolCallId, abortSignal: run.signal }),
    isRepeatable: (name) => describe(name).isRepeatable,
    isDynamic: (name) => describe(name).isDynamic,
    goesOn: () => !run.control.cut.isElsewhere(),
  };
}

/** Whether the person was asked about calls of the newest step, answered or not. */
function hasAsked(reply: Reply): boolean {
  return findNewestStep(reply.ownChunks()).some(({ type }) => type === "tool-approval-request");
}

/** Whether the person still has time to answer: the worker that asked died before it had let go. */
function isAsking(reply: Reply, { answers, isStopAsked }: HeldLease["lease"], now: number): boolean {
  const wait = isStopAsked ? null : findWait(reply.ownChunks());
  return wait !== null && wait.until > now && wait.approvals.some((id) => answers[id] === undefined);
}

function listOutputs(step: readonly ChatChunk[]): [string, unknown][] {
  return step.flatMap((chunk): [string, unknown][] =>
    chunk.type === "tool-output-available" ? [[chunk.toolCallId, chunk.output]] : [],
  );
}

/** What the calls of the step cost whose results an earlier worker had: it had not come to say so. */
function countKeptCalls(run: Pick<Run, "reply" | "account">, kept: ReadonlyMap<string, unknown>): void {
  for (const chunk of findNewestStep(run.reply.log.chunks())) {
    const output = chunk.type === "tool-input-available" ? findResult(kept.get(chunk.toolCallId)) : null;
    if (chunk.type !== "tool-input-available" || output === null) continue;
    const { toolName, toolCallId, input } = chunk;
    run.account.meter.addToolCall(toToolCall(toolName, toolCallId, input, output));
  }
}

const leastInputTokens = 1_500;

/** The model's call was cut, or nobody knows what it used: that is estimated. */
function countLostCall(account: Account, step: readonly ChatChunk[]): void {
  const written = step
    .map((chunk) =>
      "delta" in chunk
        ? chunk.delta
        : chunk.type === "tool-input-available"
          ? JSON.stringify(chunk.input)
          : "",
    )
    .join("");
  account.meter.startStep(false);
  account.meter.endCutStep(account.model.ref(), {
    inputTokens: account.meter.steps.at(-1)?.usage.inputTokens ?? leastInputTokens,
    outputTokens: estimateTokens(written),
  });
  account.markSteps();
}

async function callTool(
  tool: ToolSet[string] | undefined,
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
  meta: { durationMs: 0, costMicroUsd: 0, version: "", attempts: 0 },
};
