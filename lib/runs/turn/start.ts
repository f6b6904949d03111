import { AppError, isAppError } from "@/lib/errors";
import type { BegunTurn } from "@/lib/data/begin-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatRequest } from "@/lib/protocol/chat-request";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import { takeMessage } from "./incoming-files";
import type { LiveRun, RunPlan } from "@/lib/runs/lease/live-runs";
import { noUsage } from "@/lib/runs/state/meter";
import { basePlace, openRun, toBaseChunks } from "@/lib/runs/state/open-run";
import { performRun } from "./run-turn";
import type { RunDeps } from "@/lib/runs/ports";
import { listSmallModels, startTitle } from "@/lib/runs/answer/start-title";
import { deriveTitle } from "@/lib/runs/answer/title";

/** Over the time limit of a run: what saving its end may take, with the waits for a store that is away, and what being taken over may. */
const endingMs = 180_000;

export type StartedTurn =
  | { kind: "started"; run: LiveRun }
  | { kind: "answered"; reply: ChatMessage }
  | { kind: "busy"; runId: string };

/**
 * Saves what was asked, then lets the reply be made on its own. A message that has its reply already gets that one; `busy`: another
 * run holds the conversation. Throws before anything is saved when the request cannot be served.
 */
export async function startRun(deps: RunDeps, userId: string, request: ChatRequest): Promise<StartedTurn> {
  const { settings } = await deps.settings.get();
  checkChoices(deps, request, settings);
  const startedAt = deps.now();
  const chain = deps
    .models()
    .chain("main", { settings: settings.modelTiers.main, choice: request.options.model });
  const ids = { runId: deps.newId(), replyId: deps.newId() };
  const pictures = createPictureSaver(deps, userId, request.id);
  const message =
    request.trigger === "submit-message"
      ? await takeMessage(request.message, startedAt, pictures.save)
      : null;
  try {
    const begun = await deps.turns.begin({
      ...{
        userId,
        conversationId: request.id,
        runId: ids.runId,
        owner: deps.workerId,
        now: startedAt,
        settings,
        maxRuns: deps.maxRunsOfPerson,
      },
      ...{ message, replaceFrom: request.messageId ?? null, isContinued: request.trigger === "continue" },
      isLearnedFrom: settings.memoryEnabled && listSmallModels(deps, settings).length > 0,
      isTemporary: request.options.temporary === true,
      ceilingMicroUsd: toCeiling(deps, chain, settings),
      reservedUntil: startedAt + settings.timeLimitSeconds * 1000 + endingMs,
      toTitle: (question) => deriveTitle(question, "…"),
      toRecord: ({ userMessageId, messageId, isTemporary }) =>
        toRecord({
          request,
          settings: toRunSettings(settings, isTemporary),
          chain,
          runId: ids.runId,
          replyId: messageId ?? ids.replyId,
          startedAt,
          userMessageId,
        }),
      toPlan: (turn) => JSON.stringify(toPlan(request, chain, turn)),
    });
    if (begun.kind !== "begun") await pictures.forget();
    return begun.kind === "begun"
      ? { kind: "started", run: beginRun(deps, userId, request, chain, begun) }
      : begun;
  } catch (error) {
    // A store that did not answer may have taken the message.
    const isUnknown = isAppError(error) && error.code === "store_unavailable";
    if (!isUnknown) await pictures.forget();
    throw error;
  }
}

function beginRun(
  deps: RunDeps,
  userId: string,
  request: ChatRequest,
  chain: string[],
  begun: BegunTurn,
): LiveRun {
  const { userMessage, base } = begun;
  const plan = toPlan(request, chain, begun);
  const run = openRun(deps, {
    userId,
    conversationId: request.id,
    plan,
    userMessage,
    base,
    epoch: 1,
    after: null,
  });
  if (base !== null) {
    for (const chunk of toBaseChunks(base)) run.writer.add(chunk);
    run.log.load(toBaseChunks(base), basePlace);
  }
  run.done = performRun(deps, run);
  if (plan.isFirstTurn && base === null && !plan.isTemporary) startTitle(deps, run, userMessage);
  return run;
}

function toPlan(
  { options, trigger }: ChatRequest,
  chain: string[],
  { record, seq, isFirstTurn, isFirstToday, summarisedSeq, isTemporary, grantedMicroUsd }: BegunTurn,
): RunPlan {
  // Nothing is set aside for models that cost nothing; the budget still bounds what else a run may buy.
  const budgetMicroUsd =
    grantedMicroUsd === 0 ? toMicroUsd(record.settings.costBudgetPerRequest) : grantedMicroUsd;
  return {
    record,
    options,
    chain,
    seq,
    isFirstTurn,
    isFirstToday,
    summarisedSeq,
    isTemporary,
    budgetMicroUsd,
    isContinued: trigger === "continue",
  };
}

const toMicroUsd = (cents: number): number => Math.round(cents * 10_000);

/** What a reply may cost at most: nothing where every model that may serve costs nothing. */
function toCeiling(deps: RunDeps, chain: string[], settings: AgentSettings): number {
  const models = deps.models();
  const images = settings.imageGenerationEnabled
    ? models.chain("image", { settings: settings.modelTiers.image })
    : [];
  const isFree = [...chain, ...images].every((ref) => {
    const { price } = models.describe(ref);
    return price !== null && price.input === 0 && price.output === 0;
  });
  return isFree ? 0 : toMicroUsd(settings.costBudgetPerRequest);
}

/** A person chooses among the models that the chat page offers: any other could cost what nobody has agreed to. */
function checkChoices(deps: RunDeps, { options }: ChatRequest, settings: AgentSettings): void {
  if (options.style !== undefined && !settings.allowStyleOverride && options.style !== settings.agentStyle) {
    throw new AppError("forbidden", "The style is set by the administrator here.", {
      fields: { "options.style": "leave it out" },
    });
  }
  if (options.model !== undefined && !settings.allowModelChoice) {
    throw new AppError("forbidden", "The model is set by the administrator here.", {
      fields: { "options.model": "leave it out" },
    });
  }
  const offered = (["main", "pro"] as const).flatMap((tier) =>
    deps.models().chain(tier, { settings: settings.modelTiers[tier] }),
  );
  if (options.model !== undefined && !offered.includes(options.model)) {
    throw new AppError("forbidden", "This model is not offered here. Choose another.", {
      fields: { "options.model": "name one that is offered" },
    });
  }
}

/** Saves pictures of the message as they are read, and forgets them again when the message is not taken. */
function createPictureSaver(deps: RunDeps, userId: string, conversationId: string) {
  const saved: string[] = [];
  return {
    save: ({ bytes, mediaType, name }: { bytes: Uint8Array; mediaType: string; name: string }) => {
      const fileId = deps.newId();
      saved.push(fileId);
      return deps.files.save({
        userId,
        fileId,
        conversationId,
        bytes,
        mediaType,
        name,
        createdAt: deps.now(),
      });
    },
    async forget(): Promise<void> {
      await Promise.all(saved.splice(0).map((fileId) => deps.files.delete(userId, fileId)));
    },
  };
}

/** A temporary conversation neither uses nor keeps what is remembered of the person. */
function toRunSettings(settings: AgentSettings, isTemporary: boolean): AgentSettings {
  return isTemporary ? { ...settings, memoryEnabled: false } : settings;
}

type RecordInput = {
  request: ChatRequest;
  settings: AgentSettings;
  chain: string[];
  runId: string;
  replyId: string;
  startedAt: number;
  userMessageId: string;
};

function toRecord({
  request,
  settings,
  chain,
  runId,
  replyId,
  startedAt,
  userMessageId,
}: RecordInput): RunRecord {
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
