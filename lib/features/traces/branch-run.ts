import { openRun } from "@/lib/engine/opening/open-run";
import type { Run } from "@/lib/engine/run/run";
import type { StoredBrief } from "@/lib/engine/stored-brief";
import type { AgentEnd } from "@/lib/engine/loop/run-agent";
import { AppError, toAppError } from "@/lib/errors";
import { payFrom } from "@/lib/money/purse";
import type { EndReason } from "@/lib/protocol/chat-message";
import type { ChatRequest, RunMode } from "@/lib/protocol/chat-request";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ReplayRequest, TraceReply } from "@/lib/features/traces/shape/traces";
import { wholePath } from "@/lib/data/branches";
import type { RunHost, RecordPorts, RunModels } from "@/lib/engine/ports";
import { toCeiling } from "@/lib/engine/turn/begin-run";
import { toOfferedModels } from "@/lib/protocol/offered-models";
import { checkChoices } from "@/lib/engine/turn/start";
import { runBranch } from "./branch-loop";
import { collectKept, listAttempts, type RecordedAttempt } from "./replay-run";
type BranchRequest = { userId: string; record: RunRecord; trace: TraceReply; request: ReplayRequest };

/**
 * Makes a run again from one of its calls on, with another model, style or depth, and keeps it as a run of
 * its own, beside the conversation. Throws in words where model or tool is gone, and `quota_exhausted`.
 */
export async function branchRun(host: RunHost, asked: BranchRequest): Promise<RunRecord> {
  if (host.worker.isMemoryShort())
    throw new AppError("overloaded", "The server is short of memory. Try again soon.");
  const { userId, record: original } = asked;
  const { conversationId } = original;
  const question = await host.records.messages.find(userId, conversationId, original.userMessageId);
  if (question === null)
    throw new AppError("not_found", "The question of this run does not exist any longer.");
  const inForce = (await host.records.settings.get()).settings;
  if (inForce.traceDays === 0) throw new AppError("conflict", "Runs are not recorded here at the moment.");
  const { model, settings } = asked.request;
  const ref = chooseModel(host.models(), inForce, {
    recorded: original.model,
    model,
    style: settings?.style,
  });
  const found = findCall(asked);
  const record = toRecord(host, asked, { inForce, step: asked.request.from ?? 1 });
  const { ceilingMicroUsd } = toCeiling(host, [ref], inForce, Infinity);
  const brief = toBranchBrief(record, ref, ceilingMicroUsd);
  const place = { userId, conversationId, question: question.message, base: null, epoch: 1, after: null };
  const run = openRun(host, { ...place, runLogs: null, brief });
  const { purse } = run.account;
  const hold = ceilingMicroUsd === 0 ? null : await host.money.personPurse(userId).hold(ceilingMicroUsd);
  try {
    return await payFrom(purse, () => makeBranch(host, run, { ...asked, ...found }));
  } catch (error) {
    throw toAppError(error);
  } finally {
    purse.close();
    await hold?.settle(purse.spentMicroUsd());
  }
}

type Choosing = Pick<ChatRequest["options"], "model" | "style"> & { recorded: string };

/** What the chat page offers, or what answered then where that is still there. Throws `conflict`. */
export function chooseModel(
  models: RunModels,
  inForce: AgentSettings,
  { recorded, model, style }: Choosing,
): string {
  checkChoices(models, { style, model }, inForce);
  const ref = model ?? recorded;
  if (!toOfferedModels(models, inForce).includes(ref) || !models.isSetUp(ref))
    throw new AppError(
      "conflict",
      `The model ${ref} of this run is not offered here any longer. Choose another.`,
      { fields: { model: "name one that is offered" } },
    );
  return ref;
}

type RecordedPlace = { attempt: RecordedAttempt; at: number };

/** The attempt that made the call, and which of its calls it is, from 0. */
function findCall({ trace: { entries }, request: { from = 1 } }: BranchRequest): RecordedPlace {
  let before = 0;
  for (const attempt of listAttempts(entries)) {
    const calls = attempt.inside.filter(({ kind }) => kind === "call").length;
    if (from <= before + calls) return { attempt, at: from - before - 1 };
    before += calls;
  }
  throw new AppError("invalid_request", `This run has ${before} recorded calls of a model.`, {
    fields: { from: `at most ${before}` },
  });
}

type BranchModel = { inForce: AgentSettings; step: number };

/** Limits are those of now; what else held for the run holds again. */
function toRecord(
  { newId, now }: RunHost,
  { record, request: { settings = {} } }: BranchRequest,
  { inForce, step }: BranchModel,
): RunRecord {
  const { agentStyle: _style, ...kept } = record.settings;
  const { costBudgetPerRequest, timeLimitSeconds, maxIterations, deepIterations, traceDays, toolLimits } =
    inForce;
  const { mode, style } = { mode: record.mode, style: record.style, ...settings };
  const { rating: _rating, evaluation: _evaluation, subQuestions: _parts, stepOf: _stepOf, ...rest } = record;
  return {
    ...rest,
    ...{ id: newId(), messageId: newId(), startedAt: now(), mode: mode as string, style: style as string },
    firstTokenAt: null,
    settings: {
      ...kept,
      agentStyle: style as AgentSettings["agentStyle"],
      ...{ costBudgetPerRequest, timeLimitSeconds, deepIterations, traceDays, toolLimits },
      maxIterations: Math.min(maxIterations, record.settings.maxIterations),
    },
    branchOf: { runId: record.id, step },
  };
}

/** It is part of no conversation: nothing is read or kept beside what is recorded. */
function toBranchBrief(record: RunRecord, ref: string, budgetMicroUsd: number): StoredBrief {
  return {
    ...{ record, chain: [ref], budgetMicroUsd, agent: null, requiredTools: [], task: null, folder: null },
    options: { mode: record.mode as RunMode, style: record.settings.agentStyle },
    ...{ seq: 0, path: [...wholePath], summarisedSeq: 0, isFirstTurn: false, isFirstToday: false },
    ...{ isTemporary: false, hasFiles: false, isTrial: false, isAgentGone: false, isContinued: false },
  };
}

async function makeBranch(
  host: RunHost,
  run: Run,
  { userId, record: original, trace: { entries }, request, attempt, at }: BranchRequest & RecordedPlace,
): Promise<RunRecord> {
  const { record, meter } = run.account;
  // What was made before is taken over as from an earlier worker, at no cost.
  const steps = listStepsBefore(original.steps, attempt, at);
  const spent = { costByTool: {}, unpricedTokens: 0, elapsedMs: 0, forced: null };
  for (const step of steps) run.reply.log.mark({ mark: "step", step, ...spent });
  await run.account.restore();
  endInTime(run, host.closing);
  const rootId = original.stepOf?.conversationId ?? original.conversationId;
  const branch = { entries, attempt, at, steps, rootId, isLive: request.liveTools === true };
  const loop = await runBranch(host, run, { ...branch, kept: collectKept(entries) });
  const answer = run.reply.answer.text().trim();
  const reason = toReason(run, loop, answer);
  const outcome = reason === null ? "completed" : "limited";
  const [model = ""] = run.brief.chain;
  const { instructions } = record;
  run.account.close({ outcome, reason, model, endedAt: host.now(), ...(instructions && { instructions }) });
  const first = meter.steps.slice(steps.length).find(({ firstTokenMs }) => firstTokenMs !== null);
  record.firstTokenAt = first === undefined ? null : first.startedAt + (first.firstTokenMs ?? 0);
  run.reply.trace.note("branch", { ...record.branchOf, answer });
  run.reply.trace.note("outcome", { outcome, reason });
  await save(host.records, userId, record, run.reply.trace.finish);
  return record;
}

function endInTime({ control, plan }: Pick<Run, "control" | "plan">, closing: AbortSignal): void {
  const cut = () => control.cut.cut(closing.aborted ? "stopped" : "time");
  const ends = AbortSignal.any([closing, AbortSignal.timeout(plan.limitMs())]);
  if (ends.aborted) cut();
  else ends.addEventListener("abort", cut);
}

function toReason(
  { brief, control }: Pick<Run, "brief" | "control">,
  { forced }: AgentEnd,
  answer: string,
): EndReason | null {
  const cause = control.cut.cause();
  if (cause === "stopped" || cause === "time") return cause;
  const isDesigned = brief.stepLimit.isDesigned && forced === "iterations";
  return forced !== null && !isDesigned ? forced : answer === "" ? "empty" : null;
}

/** Those that are taken from the record: this time they cost nothing. */
function listStepsBefore(all: readonly StepRecord[], attempt: RecordedAttempt, at: number): StepRecord[] {
  const numbers = attempt.inside.flatMap((entry) => (entry.kind === "step" ? [entry.step.number] : []));
  return numbers.slice(0, at).flatMap((number, index) => {
    const found = all.find((step) => step.number === number);
    if (found === undefined) return [];
    const toolCalls = found.toolCalls.map((call) => ({ ...call, costMicroUsd: 0 }));
    return [{ ...found, number: index + 1, costMicroUsd: 0, toolCalls }];
  });
}

/** A conversation that was deleted meanwhile takes this with it. */
async function save(
  records: RecordPorts,
  userId: string,
  record: RunRecord,
  finishTrace: () => Promise<void>,
): Promise<void> {
  const { conversationId } = record;
  await finishTrace();
  await records.runs.save(userId, record);
  if ((await records.conversations.find(userId, conversationId)) !== null) return;
  await records.runs.deleteOfConversation(userId, conversationId);
  await records.traces.deleteOfConversation(userId, conversationId);
  throw new AppError("not_found", "This conversation does not exist.");
}
