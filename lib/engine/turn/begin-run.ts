import { setImmediate as nextTurn } from "node:timers/promises";
import type { BegunTurn, TurnBeginning, TurnStart } from "@/lib/engine/records/turn";
import { payFrom } from "@/lib/money/purse";
import { toReplyBudget } from "@/lib/protocol/reply-budget";
import type { Agent, AnsweringAgent } from "@/lib/features/agents/shape/agents";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunOrigin, RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import { deriveTitle, listSmallModels, startTitle } from "@/lib/engine/answer/title";
import type { RunHost } from "@/lib/engine/ports";
import { toReservedUntil, type StoredBrief } from "@/lib/engine/stored-brief";
import { toTaskOf, type TaskStart } from "@/lib/engine/task";
import { noUsage } from "@/lib/engine/run/meter";
import { openRun } from "@/lib/engine/opening/open-run";
import type { Run } from "@/lib/engine/run/run";
import type { AnsweringChoice } from "./answering-agent";
import { runTurn } from "./run-turn";

export type StartedTurn =
  { kind: "started"; run: Run } | { kind: "answered"; reply: ChatMessage } | { kind: "busy"; runId: string };

/** A request with all that was decided for it. */
export type PreparedTurn = {
  userId: string;
  request: ChatRequest;
  settings: AgentSettings;
  chain: string[];
  startedAt: number;
  message: ChatMessage | null;
  answering: AnsweringChoice;
  /** Who answers the conversation; a question may mention another one for itself. */
  own: AnsweringChoice;
  /** Of a step of a plan. Its money is set aside by the reply that it is for. */
  step: Pick<TaskStart, "title" | "task" | "grantedMicroUsd" | "isTemporary"> | null;
  /** What whoever answers has to call. */
  requiredTools: readonly string[];
  /** Who asked, where no person did. */
  origin?: RunOrigin | undefined;
  /** What a trial may cost at most. */
  mostMicroUsd?: number;
};

/**
 * Saves what was asked, and lets the reply be made. The model is asked while the turn is on its way to the
 * disk; where it does not get there the run is left, with what it cost, to whoever goes on with it.
 * `agent`: nothing is saved until that one is known.
 */
export async function beginPrepared(
  host: RunHost,
  prepared: PreparedTurn,
): Promise<StartedTurn | { kind: "agent"; agent: string }> {
  const begun: { run?: Run } = {};
  const saved = Promise.withResolvers<void>();
  saved.promise.catch(() => undefined);
  const begin = (turn: BegunTurn): Run => (begun.run ??= beginRun(host, prepared, turn, saved.promise));
  const onApplied = (turn: TurnBeginning) => void (turn.kind === "begun" && begin(turn));
  try {
    const turn = await host.records.turns.begin(toTurnStart(host, prepared), onApplied);
    saved.resolve();
    // A connection that was idle takes the model's question a turn later: it goes out before what is shown.
    if (turn.kind === "begun") await nextTurn();
    return turn.kind === "begun" ? { kind: "started", run: begin(turn) } : turn;
  } catch (error) {
    saved.reject(error);
    begun.run?.control.cut.cut("handover");
    throw error;
  }
}

function toTurnStart(host: RunHost, prepared: PreparedTurn): TurnStart {
  const { userId, request, settings, chain, startedAt, message, answering, own, step } = prepared;
  const { origin, mostMicroUsd = Infinity } = prepared;
  const runId = host.newId();
  const replyId = host.newId();
  return {
    ...{ userId, conversationId: request.id, runId, owner: host.worker.id, now: startedAt, settings },
    ...{ message, messageId: request.messageId ?? null, isContinued: request.trigger === "continue" },
    parentId: request.trigger === "submit-message" ? request.parentId : undefined,
    maxRuns: host.worker.maxRunsOfPerson,
    isLearnedFrom: settings.memoryEnabled && listSmallModels(host.models(), settings).length > 0,
    isTemporary: step?.isTemporary ?? request.options.temporary === true,
    stepOf: step?.task.conversationId,
    isUnattended: origin !== undefined,
    folder: request.options.folder ?? null,
    agentDay: step === null && origin !== "trial" ? toAgentDay(answering.agent) : null,
    agent: request.options.agent === undefined ? undefined : (own.agent?.id ?? null),
    ...(step === null
      ? toCeiling(host, chain, settings, mostMicroUsd)
      : { isAnswerFree: true, ceilingMicroUsd: step.grantedMicroUsd }),
    reservedUntil: toReservedUntil(startedAt, settings),
    toTitle: (question) => step?.title ?? deriveTitle(question, "…"),
    toRecord: ({ question, messageId, isTemporary }) => ({
      ...toRecord(request, toRunSettings(settings, isTemporary, isWebOff(request, question)), chain),
      ...(answering.agent !== null && { agent: toAnswering(answering.agent) }),
      ...(step !== null && { stepOf: toTaskOf(step.task) }),
      ...(origin !== undefined && { origin }),
      ...{ id: runId, userMessageId: question.id, messageId: messageId ?? replyId, startedAt },
    }),
    toBrief: (turn) => JSON.stringify(toBrief(prepared, turn)),
  };
}

function beginRun(host: RunHost, prepared: PreparedTurn, begun: BegunTurn, saved: Promise<void>): Run {
  const { userMessage: question, base } = begun;
  const brief = toBrief(prepared, begun);
  const { userId, request } = prepared;
  const place = { userId, conversationId: request.id, epoch: 1, after: null, runLogs: host.records.runLogs };
  const run = openRun(host, { ...place, brief, question, base, saved });
  if (base !== null) run.reply.loadBase(base);
  void runTurn(host, run).then(run.reply.settle);
  if (brief.isFirstTurn && base === null && !brief.isTemporary && brief.task === null)
    payFrom(run.account.purse, () => startTitle(host, run));
  return run;
}

function toBrief(
  { request: { options, trigger }, chain, answering, requiredTools, step, origin }: PreparedTurn,
  begun: BegunTurn,
): StoredBrief {
  const { agent, isGone } = answering;
  const { record, seq, path, isFirstTurn, isFirstToday, summarisedSeq, isTemporary, hasFiles, folder } =
    begun;
  return {
    record,
    options,
    chain,
    seq,
    path,
    isFirstTurn,
    isFirstToday,
    summarisedSeq,
    isTemporary,
    hasFiles,
    folder,
    agent: agent && {
      ...toAnswering(agent),
      instructions: agent.instructions,
    },
    requiredTools: [...requiredTools],
    task: step?.task ?? null,
    isTrial: origin === "trial",
    isAgentGone: isGone,
    budgetMicroUsd: begun.grantedMicroUsd,
    isContinued: trigger === "continue",
  };
}

/** What it may spend in a day, where that is limited. */
function toAgentDay(agent: Agent | null): TurnStart["agentDay"] {
  const cents = agent?.budget.centsPerDay ?? null;
  return agent === null || cents === null ? null : { id: agent.id, cents };
}

function toAnswering({ id, name, version }: Agent): AnsweringAgent {
  return { id, name, version };
}

/**
 * What a reply may cost at most: nothing where neither the answer nor anything beside it can cost something.
 */
export function toCeiling(
  host: RunHost,
  chain: string[],
  settings: AgentSettings,
  mostMicroUsd: number,
): Pick<TurnStart, "ceilingMicroUsd" | "isAnswerFree"> {
  const models = host.models();
  const isAnswerFree = chain.every((ref) => {
    const { price } = models.describe(ref);
    return price !== null && price.input === 0 && price.output === 0;
  });
  const isFree = isAnswerFree && !host.money.mayCostBeside(settings);
  return {
    isAnswerFree,
    ceilingMicroUsd: isFree ? 0 : Math.min(toReplyBudget(settings).microUsd, mostMicroUsd),
  };
}

/**
 * A temporary conversation neither uses nor keeps what is remembered of the person. Steps, helpers and a
 * worker that goes on take the run's settings: what is off here is off for all of them.
 */
function toRunSettings(settings: AgentSettings, isTemporary: boolean, isWithoutWeb: boolean): AgentSettings {
  return {
    ...settings,
    ...(isTemporary && { memoryEnabled: false }),
    ...(isWithoutWeb && { webSearchEnabled: false }),
  };
}

/** An answer given anew keeps to what its question says, unless the request says otherwise. */
function isWebOff({ options: { web } }: ChatRequest, { metadata }: ChatMessage): boolean {
  return web === undefined ? metadata?.isWebOff === true : !web;
}

function toRecord(
  { id: conversationId, options }: ChatRequest,
  settings: AgentSettings,
  chain: string[],
): Omit<RunRecord, "id" | "userMessageId" | "messageId" | "startedAt"> {
  return {
    conversationId,
    status: "running",
    outcome: null,
    reason: null,
    style: options.style ?? settings.agentStyle,
    mode: options.mode ?? "balanced",
    model: chain[0] ?? "",
    ...(options.focus !== undefined && { focus: options.focus }),
    settings,
    steps: [],
    usage: noUsage,
    costMicroUsd: 0,
    costByTool: {},
    firstTokenAt: null,
    endedAt: null,
  };
}
