import { AppError } from "@/lib/errors";
import type { BegunTurn, TurnBeginning, TurnStart } from "@/lib/data/begin-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import { takeMessage } from "./incoming-files";
import type { LiveRun } from "./live-run";
import { noUsage } from "./meter";
import { performRun } from "./perform-run";
import type { RunDeps } from "./run-deps";
import { createRunLog } from "./run-log";
import { settleDeadRun } from "./settle-dead-run";
import { startTitle } from "./start-title";
import { deriveTitle } from "./title";

/** Over the time limit of a run: what saving its end may take, with the waits for a store that is away. */
const endingMs = 60_000;

export type StartedTurn = { kind: "started"; run: LiveRun } | { kind: "answered"; reply: ChatMessage };

/**
 * Saves what was asked, then lets the reply be made on its own. A message that has its reply already gets that one.
 * Throws before anything is saved when the request cannot be served.
 */
export async function startRun(deps: RunDeps, userId: string, request: ChatRequest): Promise<StartedTurn> {
  const { settings } = await deps.settings.get();
  checkChoices(deps, request, settings);
  const startedAt = deps.now();
  const chain = deps.models().chain("main", { settings: settings.modelTiers.main, choice: request.options.model });
  const ids = { runId: deps.newId(), replyId: deps.newId() };
  const pictures = createPictureSaver(deps, userId, request.id);
  const message = request.message === undefined || request.trigger === "regenerate-message" ? null : await takeMessage(request.message, startedAt, pictures.save);
  try {
    const begun = await beginTurn(deps, userId, request, {
      ...{ userId, conversationId: request.id, runId: ids.runId, now: startedAt, message, replaceFrom: request.messageId ?? null, settings },
      ceilingMicroUsd: toCeiling(deps, chain, settings),
      activeUntil: startedAt + settings.timeLimitSeconds * 1000 + endingMs,
      toTitle: (question) => deriveTitle(question, "…"),
      toRecord: ({ userMessageId }) => toRecord({ request, settings, chain, ...ids, startedAt, userMessageId }),
    });
    if (begun.kind === "answered") await pictures.forget();
    return begun.kind === "answered" ? begun : { kind: "started", run: openRun(deps, { userId, request, settings, chain, begun }) };
  } catch (error) {
    await pictures.forget();
    throw error;
  }
}

/** Begins the turn, after ending a run that a crash left behind in the conversation. */
async function beginTurn(deps: RunDeps, userId: string, request: ChatRequest, start: TurnStart): Promise<Exclude<TurnBeginning, { kind: "busy" }>> {
  const first = await deps.turns.begin(start);
  if (first.kind !== "busy") return first;
  const isSettled = await settleDeadRun(deps, null, { userId, conversationId: request.id, runId: first.runId, activeUntil: first.activeUntil });
  const second = isSettled ? await deps.turns.begin(start) : first;
  if (second.kind !== "busy") return second;
  throw new AppError("run_active", "A reply is being written in this conversation. Wait for it or stop it.");
}

type Opening = { userId: string; request: ChatRequest; settings: AgentSettings; chain: string[]; begun: BegunTurn };

function openRun(deps: RunDeps, { userId, request, settings, chain, begun }: Opening): LiveRun {
  const { record, seq, isFirstTurn, isFirstToday, userMessage } = begun;
  const run: LiveRun = {
    ...{ id: record.id, userId, conversationId: request.id, userMessageId: userMessage.id, messageId: record.messageId },
    ...{ seq, isFirstTurn, isFirstToday, chain, settings, options: request.options, record },
    // Nothing is set aside for models that cost nothing; the budget still bounds what else a run may buy.
    budgetMicroUsd: begun.grantedMicroUsd === 0 ? toMicroUsd(settings.costBudgetPerRequest) : begun.grantedMicroUsd,
    fellBack: false,
    aside: { title: null, costMicroUsd: 0, isClosed: false },
    log: createRunLog(),
    controller: new AbortController(),
    cut: null,
    done: Promise.resolve({ id: record.messageId, role: "assistant", parts: [] }),
  };
  run.done = performRun(deps, run, userMessage);
  if (isFirstTurn) startTitle(deps, run, userMessage);
  return run;
}

const toMicroUsd = (cents: number): number => Math.round(cents * 10_000);

/** What a reply may cost at most: nothing where every model that may serve costs nothing. */
function toCeiling(deps: RunDeps, chain: string[], settings: AgentSettings): number {
  const models = deps.models();
  const images = settings.imageGenerationEnabled ? models.chain("image", { settings: settings.modelTiers.image }) : [];
  const isFree = [...chain, ...images].every((ref) => {
    const { price } = models.describe(ref);
    return price !== null && price.input === 0 && price.output === 0;
  });
  return isFree ? 0 : toMicroUsd(settings.costBudgetPerRequest);
}

/** A person chooses among the models that the chat page offers: any other could cost what nobody has agreed to. */
function checkChoices(deps: RunDeps, { options }: ChatRequest, settings: AgentSettings): void {
  if (options.style !== undefined && !settings.allowStyleOverride && options.style !== settings.agentStyle) {
    throw new AppError("forbidden", "The style is set by the administrator here.", { fields: { "options.style": "leave it out" } });
  }
  if (options.model !== undefined && !settings.allowModelChoice) {
    throw new AppError("forbidden", "The model is set by the administrator here.", { fields: { "options.model": "leave it out" } });
  }
  const offered = (["main", "pro"] as const).flatMap((tier) => deps.models().chain(tier, { settings: settings.modelTiers[tier] }));
  if (options.model !== undefined && !offered.includes(options.model)) {
    throw new AppError("forbidden", "This model is not offered here. Choose another.", { fields: { "options.model": "name one that is offered" } });
  }
}

/** Saves pictures of the message as they are read, and forgets them again when the message is not taken. */
function createPictureSaver(deps: RunDeps, userId: string, conversationId: string) {
  const saved: string[] = [];
  return {
    save: ({ bytes, mediaType, name }: { bytes: Uint8Array; mediaType: string; name: string }) => {
      const fileId = deps.newId();
      saved.push(fileId);
      return deps.files.save({ userId, fileId, conversationId, bytes, mediaType, name, createdAt: deps.now() });
    },
    async forget(): Promise<void> {
      await Promise.all(saved.splice(0).map((fileId) => deps.files.delete(userId, fileId)));
    },
  };
}

type RecordInput = { request: ChatRequest; settings: AgentSettings; chain: string[]; runId: string; replyId: string; startedAt: number; userMessageId: string };

function toRecord({ request, settings, chain, runId, replyId, startedAt, userMessageId }: RecordInput): RunRecord {
  return {
    id: runId,
    conversationId: request.id,
    userMessageId,
    messageId: replyId,
    status: "running",
    outcome: null,
    reason: null,
    style: request.options.style ?? settings.agentStyle,
    mode: request.options.mode ?? "balanced",
    model: chain[0] ?? "",
    complexity: "simple",
    settings,
    steps: [],
    usage: noUsage,
    costMicroUsd: 0,
    costByTool: {},
    startedAt,
    firstTokenAt: null,
    endedAt: null,
  };
}
