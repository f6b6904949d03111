import { AppError, isAppError } from "@/lib/errors";
import type { BegunTurn, TurnStart } from "@/lib/data/begin-turn";
import type { Agent, AnsweringAgent } from "@/lib/protocol/agents";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest, UserMessage } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import {
  chooseAgent,
  checkComplete,
  toAgentOptions,
  toAgentSettings,
  type AnsweringChoice,
} from "./answering-agent";
import { listKeptFiles, takeMessage } from "./incoming-files";
import { noUsage } from "@/lib/runs/state/meter";
import { toReservedUntil, type RunPlan } from "@/lib/runs/state/plan";
import { openRun, type RunState } from "@/lib/runs/state/run-state";
import { runTurn, type TurnDeps } from "./run-turn";
import { payFrom } from "@/lib/money/purse";
import type { RunDeps } from "@/lib/runs/ports";
import { deriveTitle, listSmallModels, startTitle } from "@/lib/runs/answer/title";

export type StartedTurn =
  | { kind: "started"; run: RunState }
  | { kind: "answered"; reply: ChatMessage }
  | { kind: "busy"; runId: string };

export type StartDeps = TurnDeps &
  Pick<
    RunDeps,
    | "settings"
    | "agents"
    | "conversations"
    | "runLogs"
    | "sentFiles"
    | "workerId"
    | "maxRunsOfPerson"
    | "personPurse"
    | "mayCostBeside"
  >;

/**
 * Saves what was asked, then lets the reply be made on its own. A message gets the reply that it has already;
 * `busy`: another run holds the conversation. Throws before saving when the request cannot be served.
 */
export async function startRun(deps: StartDeps, userId: string, asked: ChatRequest): Promise<StartedTurn> {
  const answering = await chooseAgent(deps, userId, asked);
  const { agent } = answering;
  const settings = toAgentSettings((await deps.settings.get()).settings, agent);
  const request = { ...asked, options: toAgentOptions(asked.options, agent) };
  checkChoices(deps, request, settings);
  const models = deps.models();
  const chain = models.chain("main", { settings: settings.modelTiers.main, choice: request.options.model });
  if (agent !== null) checkComplete(models, agent, chain);
  if (chain.length === 0) throw refuseUnpriced();
  const files = createFileKeeper(deps, userId, request.id);
  const startedAt = deps.now();
  try {
    const message =
      request.trigger === "submit-message" ? await files.take(request.message, startedAt) : null;
    const prepared = { settings, chain, startedAt, message, answering };
    const begun = await deps.turns.begin(toTurnStart(deps, userId, request, prepared));
    if (begun.kind === "begun")
      return { kind: "started", run: beginRun(deps, userId, { request, ...prepared }, begun) };
    await files.forget();
    if (begun.kind !== "agent") return begun;
    return await startRun(deps, userId, { ...asked, options: { ...asked.options, agent: begun.agent } });
  } catch (error) {
    // A store that did not answer may have taken the message.
    const isUnknown = isAppError(error) && error.code === "store_unavailable";
    if (!isUnknown) await files.forget();
    throw error;
  }
}

type Prepared = {
  settings: AgentSettings;
  chain: string[];
  startedAt: number;
  message: ChatMessage | null;
  answering: AnsweringChoice;
};

function toTurnStart(deps: StartDeps, userId: string, request: ChatRequest, prepared: Prepared): TurnStart {
  const { settings, chain, startedAt, message, answering } = prepared;
  const runId = deps.newId();
  const replyId = deps.newId();
  return {
    ...{ userId, conversationId: request.id, runId, owner: deps.workerId, now: startedAt, settings },
    ...{ message, messageId: request.messageId ?? null, isContinued: request.trigger === "continue" },
    parentId: request.trigger === "submit-message" ? request.parentId : undefined,
    maxRuns: deps.maxRunsOfPerson,
    isLearnedFrom: settings.memoryEnabled && listSmallModels(deps, settings).length > 0,
    isTemporary: request.options.temporary === true,
    folder: request.options.folder ?? null,
    agent: request.options.agent === undefined ? undefined : (answering.agent?.id ?? null),
    ...toCeiling(deps, chain, settings),
    reservedUntil: toReservedUntil(startedAt, settings),
    toTitle: (question) => deriveTitle(question, "…"),
    toRecord: ({ userMessageId, messageId, isTemporary }) => ({
      ...toRecord(request, toRunSettings(settings, isTemporary), chain),
      ...(answering.agent !== null && { agent: toAnswering(answering.agent) }),
      ...{ id: runId, userMessageId, messageId: messageId ?? replyId, startedAt },
    }),
    toPlan: (turn) => JSON.stringify(toPlan({ request, ...prepared }, turn)),
  };
}

function beginRun(
  deps: StartDeps,
  userId: string,
  asked: Prepared & { request: ChatRequest },
  begun: BegunTurn,
): RunState {
  const { userMessage, base } = begun;
  const plan = toPlan(asked, begun);
  const place = { userId, conversationId: asked.request.id, epoch: 1, after: null };
  const run = openRun(deps, { ...place, plan, userMessage, base });
  if (base !== null) run.loadBase(base);
  void runTurn(deps, run).then(run.settle);
  if (plan.isFirstTurn && base === null && !plan.isTemporary) payFrom(run.purse, () => startTitle(deps, run));
  return run;
}

function toPlan(
  { request: { options, trigger }, chain, answering: { agent, isGone } }: Prepared & { request: ChatRequest },
  {
    record,
    seq,
    path,
    isFirstTurn,
    isFirstToday,
    summarisedSeq,
    isTemporary,
    hasFiles,
    folder,
    grantedMicroUsd,
  }: BegunTurn,
): RunPlan {
  return {
    record,
    options,
    chain,
    ...{ seq, path },
    isFirstTurn,
    isFirstToday,
    summarisedSeq,
    isTemporary,
    ...{ hasFiles, folder },
    agent: agent && {
      ...toAnswering(agent),
      instructions: agent.instructions,
      requiredTools: agent.requiredTools,
    },
    isAgentGone: isGone,
    budgetMicroUsd: grantedMicroUsd,
    isContinued: trigger === "continue",
  };
}

function toAnswering({ id, name, version }: Agent): AnsweringAgent {
  return { id, name, version };
}

const toMicroUsd = (cents: number): number => Math.round(cents * 10_000);

/**
 * What a reply may cost at most: nothing where neither the answer nor anything beside it can cost something.
 */
function toCeiling(
  deps: Pick<RunDeps, "models" | "mayCostBeside">,
  chain: string[],
  settings: AgentSettings,
): Pick<TurnStart, "ceilingMicroUsd" | "isAnswerFree"> {
  const models = deps.models();
  const isAnswerFree = chain.every((ref) => {
    const { price } = models.describe(ref);
    return price !== null && price.input === 0 && price.output === 0;
  });
  const isFree = isAnswerFree && !deps.mayCostBeside(settings);
  return { isAnswerFree, ceilingMicroUsd: isFree ? 0 : toMicroUsd(settings.costBudgetPerRequest) };
}

/** Only models that the chat page offers: any other could cost what nobody has agreed to. */
function checkChoices(
  deps: Pick<RunDeps, "models">,
  { options: { style, model } }: ChatRequest,
  settings: AgentSettings,
): void {
  if (style !== undefined && !settings.allowStyleOverride && style !== settings.agentStyle)
    throw refuseChoice("style", "The style is set by the administrator here.", "leave it out");
  if (model === undefined) return;
  if (!settings.allowModelChoice)
    throw refuseChoice("model", "The model is set by the administrator here.", "leave it out");
  const offered = (["main", "pro"] as const).flatMap((tier) =>
    deps.models().chain(tier, { settings: settings.modelTiers[tier] }),
  );
  if (!offered.includes(model))
    throw refuseChoice(
      "model",
      "This model is not offered here. Choose another.",
      "name one that is offered",
    );
}

function refuseUnpriced(): AppError {
  return new AppError(
    "configuration",
    "No model may answer: the prices of those that are set up are not known, and models of unknown price are refused here. An administrator can set the prices under Admin → Models.",
  );
}

function refuseChoice(option: string, message: string, advice: string): AppError {
  return new AppError("forbidden", message, { fields: { [`options.${option}`]: advice } });
}

/** Keeps the files of a message as it is taken, and lets go of them again when it is not. */
function createFileKeeper(
  deps: Pick<RunDeps, "files" | "sentFiles" | "newId" | "now">,
  userId: string,
  conversationId: string,
) {
  const saved: string[] = [];
  let attached: string[] = [];
  const save = (picture: { bytes: Uint8Array; mediaType: string; name: string }) => {
    const fileId = deps.newId();
    saved.push(fileId);
    return deps.files.save({ ...picture, userId, fileId, conversationId, createdAt: deps.now() });
  };
  return {
    /** Throws `not_found` for a file that is not the person's. */
    async take(message: UserMessage, createdAt: number): Promise<ChatMessage> {
      const taken = await takeMessage(message, createdAt, save);
      const kept = listKeptFiles(message);
      const isPicture = await Promise.all(kept.map((id) => deps.files.has(userId, id)));
      const documents = kept.filter((_id, index) => isPicture[index] !== true);
      if (documents.length > 0)
        attached = await deps.sentFiles.attachFiles(userId, conversationId, documents);
      return taken;
    },
    async forget(): Promise<void> {
      await Promise.all(saved.splice(0).map((fileId) => deps.files.delete(userId, fileId)));
      await deps.sentFiles.detachFiles(userId, attached.splice(0));
    },
  };
}

/** A temporary conversation neither uses nor keeps what is remembered of the person. */
function toRunSettings(settings: AgentSettings, isTemporary: boolean): AgentSettings {
  return isTemporary ? { ...settings, memoryEnabled: false } : settings;
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
