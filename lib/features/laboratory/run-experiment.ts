import { createHash } from "node:crypto";
import {
  experimentJob,
  type Experiment,
  type Experiments,
} from "@/lib/features/laboratory/records/experiments";
import type { Messages } from "@/lib/data/messages";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { AppError, isAppError, type ErrorCode } from "@/lib/errors";
import { findStoredClaims } from "@/lib/features/evidence/stored-claims";
import { onJob, type JobWork } from "@/lib/jobs/jobs";
import { payFrom, type Purse } from "@/lib/money/purse";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import {
  sides,
  type QuestionResult,
  type SavedQuestion,
  type Side,
  type Trial,
} from "@/lib/features/laboratory/shape/laboratory";
import type { Agent } from "@/lib/features/agents/shape/agents";
import type { AgentSettings } from "@/lib/protocol/settings";
import { isDraftFirst, judgePair } from "./judge-pair";
import { toFailedTrial, toTrial, type DescribeTool } from "./to-trial";

export type RunExperimentDeps = Pick<
  Ground,
  "askSmall" | "toCharge" | "personPurse" | "wait" | "log" | "now"
> & {
  experiments: Experiments;
  messages: Pick<Messages, "find">;
  getAgent: (id: string) => Promise<Agent>;
  /** The same question again joins its run, or gets the answer that it had. */
  startTrial: ReturnType<Doors["runs"]>["startTrial"];
  stop: (userId: string, conversationId: string) => Promise<void>;
  /** Deletes the conversation with all that hangs on it. */
  forget: (userId: string, conversationId: string) => Promise<unknown>;
  describeTool: DescribeTool;
  /** What is done when it is over; after a crash it may be done again. */
  noteEnd: (experimentId: string) => Promise<void>;
  /** Whether the person may still use the site. */
  isAllowed: (userId: string) => Promise<boolean>;
};

/** What passes by itself is waited for. */
const retryMs = 60_000;
const passing: readonly ErrorCode[] = ["too_many_runs", "overloaded", "store_unavailable", "run_active"];
/** What would come of every further question as well. */
const general: readonly ErrorCode[] = ["quota_exhausted", "configuration", "agent_incomplete", "forbidden"];
/** After so long another look lets other work, and the platform, have its turn. */
const longestMs = 240_000;
/** The marks of an answer are waited for. */
const marks = { everyMs: 1_000, times: 60 };

/**
 * Asks the questions of an experiment one by one, with the live settings, then with the draft, until the
 * money that it may cost is spent. What is kept is not asked again; after a crash the same question joins
 * its run.
 */
export function createExperimentJob(deps: RunExperimentDeps): JobWork {
  const { experiments, log, now } = deps;
  return onJob(experimentJob, async ({ experimentId: id }, signal) => {
    const until = now() + longestMs;
    const isOver = () => signal.aborted || now() > until;
    try {
      const found = await experiments.find(id);
      for (const question of found?.questions ?? [])
        while (await askNext(deps, id, question, signal)) if (isOver()) return now();
      await experiments.end(id, "done", null);
      await deps.noteEnd(id);
      return null;
    } catch (error) {
      if (signal.aborted) return now();
      if (isAppError(error) && general.includes(error.code)) {
        await experiments.end(id, "stopped", isOwnLimit(error) ? "limit" : error.code);
        await deps.noteEnd(id);
        return null;
      }
      if (isAppError(error) && error.code === "not_found") return null;
      log.warn("experiment_not_asked", { error });
      return now() + retryMs;
    }
  });
}

/** Does what is next for the question. `false`: there is nothing left, or the experiment has ended. */
async function askNext(
  deps: RunExperimentDeps,
  id: string,
  question: SavedQuestion,
  signal: AbortSignal,
): Promise<boolean> {
  const [experiment, result] = await Promise.all([
    deps.experiments.find(id),
    deps.experiments.findResult(id, question.id),
  ]);
  if (experiment?.state !== "running") return false;
  const side = sides.find((one) => !result?.[one] && isAsked(experiment, one));
  if (side === undefined && (result === null || !isToBeJudged(experiment, result))) return false;
  if (!(await deps.isAllowed(experiment.userId)))
    throw new AppError("forbidden", "Who began the experiment may not use the site any more.");
  if (side !== undefined) await askSide(deps, experiment, { question, side }, signal);
  else if (result !== null) await judge(deps, experiment, { question, result }, signal);
  return true;
}

/** Of the night before the answers are there. */
const isAsked = ({ night }: Experiment, side: Side): boolean => night === null || side === "draft";

/** No model gave a usable verdict: it is not asked again. */
const noJudgement = { winner: null, reason: "" };

function isToBeJudged({ isJudged }: Experiment, { live, draft, judged }: QuestionResult): boolean {
  return isJudged && judged === null && live !== null && draft !== null;
}

async function askSide(
  deps: RunExperimentDeps,
  experiment: Experiment,
  { question, side }: { question: SavedQuestion; side: Side },
  signal: AbortSignal,
): Promise<void> {
  const { id, userId, settings, agent, timezone, language } = experiment;
  const conversationId = toConversationId(id, question.id, side);
  const budgetMicroUsd = experiment.limitMicroUsd - experiment.spentMicroUsd;
  // Questions that cost nothing are asked whatever is left.
  if (experiment.limitMicroUsd > 0 && budgetMicroUsd <= 0) throw createLimit();
  const forgetTrial = async () => void (await deps.forget(userId, conversationId));
  let trial: Trial;
  try {
    const { reply } = await deps.startTrial({
      ...{ userId, conversationId, text: question.text, budgetMicroUsd },
      agent: side === "draft" && agent !== null ? await deps.getAgent(agent.id) : null,
      options: { timezone, language },
      settings: settings[side],
    });
    const message = await awaitReply(deps, { userId, conversationId, experimentId: id }, reply, signal);
    if (message.metadata?.outcome === "stopped") return await forgetTrial();
    if (isCutShort(message, settings[side], budgetMicroUsd)) {
      await deps.experiments.addCost(id, toCost(deps, message));
      await forgetTrial();
      throw createLimit();
    }
    trial = toTrial(message, question.expectations, { ...deps, costMicroUsd: toCost(deps, message) });
  } catch (error) {
    if (signal.aborted || !isAppError(error) || passing.includes(error.code)) throw error;
    if (general.includes(error.code)) throw error;
    trial = toFailedTrial(error.code, question.expectations);
  }
  const before = await readBefore(deps, experiment, question);
  await deps.experiments.keepTrial({ id, questionId: question.id, side }, trial, before);
  await forgetTrial();
}

/** What the same question had in the night that this one is compared with, unless it was thrown away. */
async function readBefore(
  { experiments }: RunExperimentDeps,
  { night }: Experiment,
  { id }: SavedQuestion,
): Promise<{ live?: Trial | null }> {
  if (night === null || night.before === null) return {};
  return { live: (await experiments.findResult(night.before, id))?.draft ?? null };
}

/** The answer had less money than its settings would have given it: it says nothing about them. */
function isCutShort(
  { metadata }: ChatMessage,
  { costBudgetPerRequest }: AgentSettings,
  budgetMicroUsd: number,
): boolean {
  const isAtBudget = metadata?.outcome === "limited" && metadata.reason === "budget";
  return isAtBudget && budgetMicroUsd < costBudgetPerRequest * 10_000;
}

/** Once its marks are decided. Where the experiment is stopped meanwhile, so is the reply. */
async function awaitReply(
  deps: RunExperimentDeps,
  { userId, conversationId, experimentId }: { userId: string; conversationId: string; experimentId: string },
  reply: Promise<ChatMessage>,
  signal: AbortSignal,
): Promise<ChatMessage> {
  const watching = new AbortController();
  const watch = async () => {
    for (;;) {
      await deps.wait(2_000, AbortSignal.any([watching.signal, signal]));
      const experiment = await deps.experiments.find(experimentId);
      if (experiment?.state !== "running") return deps.stop(userId, conversationId);
    }
  };
  const watched = watch().catch((error: unknown) => {
    if (!watching.signal.aborted && !signal.aborted) deps.log.warn("experiment_not_watched", { error });
  });
  let message = await untilAborted(reply, signal).finally(() => watching.abort());
  await watched;
  for (let looks = 0; looks < marks.times && (findStoredClaims(message)?.pending ?? 0) > 0; looks += 1) {
    await deps.wait(marks.everyMs, signal);
    message = (await deps.messages.find(userId, conversationId, message.id))?.message ?? message;
  }
  return message;
}

/** The run goes on without whoever waits for it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason as Error);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", leave));
}

function toCost({ toCharge }: RunExperimentDeps, { metadata }: ChatMessage): number {
  const { model, usage, costMicroUsd = 0 } = metadata ?? {};
  return model === undefined || usage === undefined
    ? costMicroUsd
    : Math.max(costMicroUsd, toCharge(model, usage));
}

async function judge(
  deps: RunExperimentDeps,
  { id, userId, limitMicroUsd, spentMicroUsd }: Experiment,
  { question, result: { live, draft } }: { question: SavedQuestion; result: QuestionResult },
  signal: AbortSignal,
): Promise<void> {
  if (live === null || draft === null) return;
  const isFirst = isDraftFirst(id, question.id, "model");
  const purse = toLimitedPurse(deps.personPurse(userId), limitMicroUsd - spentMicroUsd);
  const { judged, costMicroUsd } = await payFrom(purse, () =>
    judgePair(deps.askSmall, { question, live, draft, isFirst }, signal),
  );
  await deps.experiments.keepJudgement(id, question.id, judged ?? noJudgement, costMicroUsd);
}

/** Refuses what the experiment may not cost any more; the rest is the person's. */
function toLimitedPurse(purse: Purse, leftMicroUsd: number): Purse {
  return {
    enterCall: purse.enterCall,
    hold(mostMicroUsd) {
      if (mostMicroUsd > leftMicroUsd) throw createLimit();
      return purse.hold(mostMicroUsd);
    },
  };
}

const limitMessage = "The experiment has cost what it may.";
const createLimit = () => new AppError("quota_exhausted", limitMessage);
const isOwnLimit = ({ message }: AppError) => message === limitMessage;

/** One for each question and side, so that none is asked twice. */
function toConversationId(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
