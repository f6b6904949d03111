import { toCallLimits } from "@/lib/engine/loop/call-limits";
import { planRounds } from "@/lib/engine/loop/rounds";
import { AppError, toAppError } from "@/lib/errors";
import { createRunPurse, payFrom } from "@/lib/money/purse";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ReplayRequest, TraceReply } from "@/lib/protocol/traces";
import type { RunDeps } from "@/lib/engine/ports";
import { createMeter, type Meter } from "@/lib/engine/run/meter";
import { openRunTrace } from "@/lib/engine/run/run-trace";
import { toCeiling } from "@/lib/engine/turn/begin-run";
import { toOfferedModels } from "@/lib/protocol/offered-models";
import { checkChoices } from "@/lib/engine/turn/start";
import { openBranchTools } from "./branch-work";
import { runBranch, type Branch } from "./branch-loop";
import { collectKept, listAttempts, type RecordedAttempt } from "./replay-run";

export type BranchDeps = Pick<
  RunDeps,
  | "models"
  | "tools"
  | "runs"
  | "traces"
  | "messages"
  | "conversations"
  | "settings"
  | "permissionsOf"
  | "quotas"
  | "personPurse"
  | "mayCostBeside"
  | "askSmall"
  | "createLedger"
  | "consentLedgers"
  | "inBackground"
  | "log"
  | "closing"
  | "isMemoryShort"
  | "now"
  | "newId"
>;
type Asked = { userId: string; record: RunRecord; trace: TraceReply; request: ReplayRequest };

/**
 * Makes a run again from one of its calls on, with another model, style or depth, and keeps it as a run of
 * its own, beside the conversation. Throws in words where model or tool is gone, and `quota_exhausted`.
 */
export async function branchRun(deps: BranchDeps, asked: Asked): Promise<RunRecord> {
  if (deps.isMemoryShort())
    throw new AppError("overloaded", "The server is short of memory. Try again soon.");
  const { userId, record: original } = asked;
  const question = await deps.messages.find(userId, original.conversationId, original.userMessageId);
  if (question === null)
    throw new AppError("not_found", "The question of this run does not exist any longer.");
  const inForce = (await deps.settings.get()).settings;
  if (inForce.traceDays === 0) throw new AppError("conflict", "Runs are not recorded here at the moment.");
  const { model, settings } = asked.request;
  const ref = chooseModel(deps, inForce, { recorded: asked.record.model, model, style: settings?.style });
  const { attempt, at } = findCall(asked);
  const record = toRecord(deps, asked, { ref, inForce, step: asked.request.from ?? 1 });
  const { ceilingMicroUsd } = toCeiling(deps, [ref], inForce, Infinity);
  const hold = ceilingMicroUsd === 0 ? null : await deps.personPurse(userId).hold(ceilingMicroUsd);
  const purse = createRunPurse(ceilingMicroUsd, deps.personPurse(userId));
  try {
    return await payFrom(purse, () =>
      makeBranch(deps, { ...asked, record, attempt, at, ref, purse, question: question.message }),
    );
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
  deps: Pick<BranchDeps, "models">,
  inForce: AgentSettings,
  { recorded, model, style }: Choosing,
): string {
  checkChoices(deps, { style, model }, inForce);
  const ref = model ?? recorded;
  if (!toOfferedModels(deps.models(), inForce).includes(ref) || !deps.models().isSetUp(ref))
    throw new AppError(
      "conflict",
      `The model ${ref} of this run is not offered here any longer. Choose another.`,
      {
        fields: { model: "name one that is offered" },
      },
    );
  return ref;
}

/** The attempt that made the call, and which of its calls it is, from 0. */
function findCall({ trace: { entries }, request: { from = 1 } }: Asked): {
  attempt: RecordedAttempt;
  at: number;
} {
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

type Choice = { ref: string; inForce: AgentSettings; step: number };

/** Limits are those of now; what else held for the run holds again. */
function toRecord(
  { newId, now }: Pick<RunDeps, "newId" | "now">,
  { record, request: { settings = {} } }: Asked,
  { ref, inForce, step }: Choice,
): RunRecord {
  const { agentStyle: _style, ...kept } = record.settings;
  const { costBudgetPerRequest, timeLimitSeconds, maxIterations, deepIterations, traceDays, toolLimits } =
    inForce;
  const { mode, style } = { mode: record.mode, style: record.style, ...settings };
  const { rating: _rating, evaluation: _evaluation, subQuestions: _parts, stepOf: _stepOf, ...rest } = record;
  return {
    ...rest,
    ...{
      id: newId(),
      messageId: newId(),
      startedAt: now(),
      status: "ended",
      firstTokenAt: null,
      endedAt: null,
    },
    ...{
      mode: mode as string,
      style: style as string,
      model: ref,
      steps: [],
      costByTool: {},
      costMicroUsd: 0,
    },
    settings: {
      ...kept,
      agentStyle: style as AgentSettings["agentStyle"],
      ...{ costBudgetPerRequest, timeLimitSeconds, deepIterations, traceDays, toolLimits },
      maxIterations: Math.min(maxIterations, record.settings.maxIterations),
    },
    branchOf: { runId: record.id, step },
  };
}

type Making = Asked & {
  attempt: RecordedAttempt;
  at: number;
  ref: string;
  purse: ReturnType<typeof createRunPurse>;
  question: ChatMessage;
};

/** `record`: of the new run. */
async function makeBranch(deps: BranchDeps, making: Making): Promise<RunRecord> {
  const {
    userId,
    record,
    trace: { entries },
    request,
    attempt,
    at,
    ref,
    purse,
  } = making;
  const { settings, conversationId } = record;
  const original = await deps.runs.find(userId, record.branchOf?.runId ?? "");
  const steps = listStepsBefore(original?.steps ?? [], attempt, at);
  const models = deps.models();
  const { temperature, seed } = settings;
  const meter = createMeter(models, deps.now, { temperature, seed, onStepCost: purse.endStep });
  meter.restore({ steps, calls: [], costByTool: {}, unpricedTokens: 0 });
  const trace = openRunTrace(deps, { record, isTemporary: false, userId, conversationId, epoch: 1 });
  const limitMs = settings.timeLimitSeconds * 1000;
  const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(limitMs)]);
  const kept = collectKept(entries);
  const rootId = original?.stepOf?.conversationId ?? conversationId;
  const work = await openBranchTools(deps, {
    ...{ userId, record, entries, attempt, at, kept, question: making.question, signal },
    ...{ meter, trace, purse, rootId, isLive: request.liveTools === true },
  });
  const live = models.open([ref], {
    onServed: () => undefined,
    onFallback: () => undefined,
    limits: toCallLimits(settings),
  });
  const style = settings.agentStyle;
  const rounds = planRounds(record.mode as "balanced", style, settings, record.subQuestions?.length);
  const branch: Branch = { attempt, kept, at, ref, style, rounds, limitMs, steps, ...work.given };
  const { answer, end } = await runBranch(branch, {
    ...{ models, live, purse, meter, trace, signal, now: deps.now },
    onStepStart: work.beginStep,
    isDynamic: (name) => deps.tools.describe(name).isDynamic,
  });
  const isDesigned = rounds.isDesigned && end.forced === "iterations";
  const reason = end.forced !== null && !isDesigned ? end.forced : answer === "" ? "empty" : null;
  const ended = closeRecord(record, meter, steps.length, deps.now());
  const made: RunRecord = { ...ended, outcome: reason === null ? "completed" : "limited", reason };
  trace.note("branch", { ...record.branchOf, answer });
  trace.note("outcome", { outcome: made.outcome, reason });
  await save(deps, userId, made, trace.finish);
  return made;
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

function closeRecord(record: RunRecord, meter: Meter, recorded: number, endedAt: number): RunRecord {
  const first = meter.steps.slice(recorded).find(({ firstTokenMs }) => firstTokenMs !== null);
  return {
    ...record,
    steps: meter.steps,
    usage: meter.usage(),
    costMicroUsd: meter.spentMicroUsd(),
    costByTool: { ...meter.costByTool() },
    firstTokenAt: first === undefined ? null : first.startedAt + (first.firstTokenMs ?? 0),
    endedAt,
  };
}

/** A conversation that was deleted meanwhile takes this with it. */
async function save(
  deps: BranchDeps,
  userId: string,
  record: RunRecord,
  finishTrace: () => Promise<void>,
): Promise<void> {
  const { conversationId } = record;
  await finishTrace();
  await deps.runs.save(userId, record);
  if ((await deps.conversations.find(userId, conversationId)) !== null) return;
  await deps.runs.deleteOfConversation(userId, conversationId);
  await deps.traces.deleteOfConversation(userId, conversationId);
  throw new AppError("not_found", "This conversation does not exist.");
}

/** One branch, or call that is tried, of a person at a time in this process. */
export function createOneEach() {
  const busy = new Set<string>();
  return {
    /** Taken until what this gives is called. */
    take(userId: string): () => void {
      if (busy.has(userId))
        throw new AppError("too_many_runs", "A run is being repeated already. Wait for it.");
      busy.add(userId);
      return () => void busy.delete(userId);
    },
    async add<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const free = this.take(userId);
      return work().finally(free);
    },
  };
}
