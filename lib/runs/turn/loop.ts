import { isBrokenEnd } from "@/lib/agent/conclude";
import { notices, toLanguage } from "@/lib/agent/notices";
import { BudgetSpent, runAgent, type AgentEnd } from "@/lib/agent/run-agent";
import { isAppError, toAppError, type AppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { cutRun, type LiveRun } from "@/lib/runs/lease/live-runs";
import { filterCitations } from "@/lib/runs/answer/filter-citations";
import { storeMadeFile } from "@/lib/runs/answer/made-files";
import { summaryTokens } from "@/lib/runs/context/model-messages";
import { prepareRun, type Attempt } from "./prepare";
import { pushNotice } from "@/lib/runs/answer/push-notice";
import { closeAsked, toAskedChunk } from "./wait-for-person";
import type { RunDeps } from "@/lib/runs/ports";
import { findNewestStep, findOpenStep, isAnswered } from "@/lib/runs/log/history";
import { markSteps, toProgress, type RunWork } from "@/lib/runs/state/run-state";

/** How often a step that broke off in the middle is begun again. */
const maxRestarts = 2;

/**
 * Lets the agent work until it has ended. A step that breaks off in its middle is taken back and begun again, with the next model
 * of the chain where there is one; a conversation that is too long for the model is tried once with less of it.
 */
export async function runLoop(deps: RunDeps, run: LiveRun, work: RunWork): Promise<AgentEnd | null> {
  let attempt: Attempt = { chain: run.chain, mostTokens: null, repair: null };
  for (let restarts = 0; ; restarts += 1) {
    const { end, error } = await runOnce(deps, run, work, attempt);
    if (attempt.repair !== null && (error !== null || run.cut !== null || !hasAnswer(run)))
      return restoreAnswer(deps, run, work, attempt.repair.answer);
    if (run.cut !== null) return end;
    if (error === null && attempt.repair === null && isRepairable(deps, run, work, end)) {
      attempt = startRepair(deps, run, work, attempt);
      continue;
    }
    const next = restarts < maxRestarts ? findNextAttempt(run, work, attempt, { end, error }) : null;
    if (next === null) {
      work.error = error;
      if (error !== null) deps.log.warn("run_ended_by_error", { runId: run.id, code: error.code, error });
      return end;
    }
    deps.log.info("step_begun_again", {
      runId: run.id,
      served: work.served,
      code: error?.code ?? "interrupted",
      error,
    });
    attempt = next;
  }
}

type LoopEnd = { end: AgentEnd | null; error: AppError | null };

async function runOnce(deps: RunDeps, run: LiveRun, work: RunWork, attempt: Attempt): Promise<LoopEnd> {
  let end: AgentEnd | null = null;
  let failure: AppError | null = null;
  try {
    const agent = runAgent(await prepareRun(deps, run, work, attempt));
    end = agent.end;
    work.agent = agent;
    for (const steer of run.steering.waiting) agent.steer(steer);
    run.steering.deliver = agent.steer;
    const chunks = filterCitations(
      agent.chunks,
      (number) => work.sources.has(number),
      (numbers) => work.unknownNumbers.push(...numbers),
    );
    for await (const chunk of chunks) await emitChunk(deps, run, work, chunk);
  } catch (error) {
    if (end !== null && error instanceof BudgetSpent) end.forced = "budget";
    else if (run.cut === null && end?.isOverBudget !== true) failure = toAppError(error);
  }
  run.steering.deliver = null;
  if (end !== null) closeCutStep(work, end, failure !== null);
  markSteps(deps, run, work);
  return { end, error: failure };
}

async function emitChunk(deps: RunDeps, run: LiveRun, work: RunWork, chunk: ChatChunk): Promise<void> {
  if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") work.meter.noteFirstToken();
  if (chunk.type === "text-delta") {
    if (work.answer === "") run.log.push(toProgress("generating_response", "Writing the answer"));
    work.answer += chunk.delta;
    run.record.firstTokenAt ??= deps.now();
  }
  if (chunk.type === "start-step") {
    markSteps(deps, run, work);
    work.answer = "";
    work.unknownNumbers = [];
  }
  if (chunk.type === "steering-message")
    run.steering.waiting = run.steering.waiting.filter(({ id }) => id !== chunk.id);
  if (chunk.type === "tool-input-available")
    work.calledFor.set(chunk.toolCallId, { tool: chunk.toolName, input: chunk.input });
  for (const made of chunk.type === "file" ? await storeMadeFile(deps, run, chunk) : [chunk])
    run.log.push(made);
  if (chunk.type === "tool-approval-request") run.log.push(toAskedChunk(deps, work, chunk));
  if (chunk.type === "finish-step") {
    markSteps(deps, run, work);
    // An answer that is complete only has to be saved.
    if (run.isLeaving && !isOnlyText(run)) cutRun(run, "handover");
  }
  // What was found should not be looked for again.
  if (chunk.type === "tool-output-available" || chunk.type === "steering-message") run.writer.cut();
}

/** So much of the run's time may be over when an answer is asked for again. */
const repairUntil = 0.6;

/** Whether an answer that cited what does not exist can be had again: something is there to be cited, and neither money nor time is short. */
function isRepairable(deps: RunDeps, run: LiveRun, work: RunWork, end: AgentEnd | null): boolean {
  if (work.unknownNumbers.length === 0 || work.sources.size === 0 || !hasAnswer(run)) return false;
  if (end === null || end.forced !== null || end.finishReason !== "stop") return false;
  const answerMicroUsd = work.meter.steps.at(-1)?.costMicroUsd ?? 0;
  const leftMicroUsd = run.budgetMicroUsd - work.meter.spentMicroUsd();
  return (
    leftMicroUsd > 2 * answerMicroUsd &&
    deps.now() - work.startedAt < run.settings.timeLimitSeconds * 1000 * repairUntil
  );
}

function startRepair(deps: RunDeps, run: LiveRun, { unknownNumbers }: RunWork, attempt: Attempt): Attempt {
  deps.log.info("answer_asked_again", { runId: run.id, numbers: unknownNumbers });
  const answer = findNewestStep(run.log.chunks());
  run.log.push({ type: "reset-step" });
  return { ...attempt, repair: { numbers: [...new Set(unknownNumbers)], answer } };
}

function hasAnswer(run: LiveRun): boolean {
  return isAnswered(run.log.chunks().slice(run.baseLength));
}

/** The first answer, without the marks that were taken out, is better than none. What another worker will write again is not restored. */
function restoreAnswer(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  answer: readonly ChatChunk[],
): AgentEnd | null {
  if (run.cut === "handover" || run.cut === "lost") return null;
  if (findOpenStep(run.log.chunks()) !== null) run.log.push({ type: "reset-step" });
  closeAsked(run);
  for (const chunk of answer) run.log.push(chunk);
  work.answer = answer.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  work.error = null;
  return {
    forced: null,
    finishReason: "stop",
    isOverBudget: false,
    pendingOutputCharacters: 0,
    pendingInputTokens: 0,
  };
}

/** A call that was cut off told no usage: what it had read and written is estimated. One that was refused cost nothing. */
function closeCutStep(work: RunWork, end: AgentEnd, hasFailed: boolean): void {
  if (end.pendingInputTokens === 0) return;
  const isRefused = hasFailed && end.pendingOutputCharacters === 0;
  if (isRefused) return work.meter.endRefusedStep(work.served);
  work.meter.endCutStep(work.served, {
    inputTokens: end.pendingInputTokens,
    outputTokens: Math.ceil(end.pendingOutputCharacters / 4),
  });
}

function findNextAttempt(
  run: LiveRun,
  work: RunWork,
  attempt: Attempt,
  { end, error }: LoopEnd,
): Attempt | null {
  const language = toLanguage(run.options.language);
  if (error !== null && isAppError(error) && error.code === "model_overflow")
    return shorten(run, work, attempt, end);
  const isBroken =
    error === null
      ? end !== null && isBrokenEnd(end.finishReason) && isOnlyText(run)
      : isTransient(error) && hasShown(run);
  if (!isBroken) return null;
  const chain = toNextChain(attempt.chain, work.served);
  run.log.push({ type: "reset-step" });
  run.fellBack ||= chain[0] !== work.served;
  pushNotice(run, notices.restarted(language, { from: work.served, to: chain[0] ?? work.served }));
  return { ...attempt, chain };
}

/** What is left of the room for a conversation that was too much; a quarter of it is the answer's, so that about half of the conversation is sent. */
const shortenedShare = 2 / 3;
const leastTokens = 1_000;

/** Once: how much the model can read nobody knows then. A question alone cannot be made shorter. */
function shorten(run: LiveRun, work: RunWork, attempt: Attempt, end: AgentEnd | null): Attempt | null {
  const isQuestionAlone =
    work.givenMessages < 2 &&
    !run.log.chunks().some(({ type }) => type === "tool-output-available" || type === "tool-output-error");
  if (attempt.mostTokens !== null || isQuestionAlone) return null;
  const conversationTokens = (end?.pendingInputTokens ?? 0) - (work.budget?.system ?? 0) + summaryTokens;
  return { ...attempt, mostTokens: Math.max(leastTokens, Math.floor(conversationTokens * shortenedShare)) };
}

function isTransient({ code }: AppError): boolean {
  return code === "model_unavailable" || code === "model_quota" || code === "internal";
}

/** Whether the step that broke had shown something; one that had not was tried with every model already. */
function hasShown(run: LiveRun): boolean {
  const step = findOpenStep(run.log.chunks());
  return (
    step !== null &&
    step.length > 1 &&
    run.log.history().intents.length === 0 &&
    !step.some(({ type }) => type === "tool-output-available" || type === "tool-output-error")
  );
}

function isOnlyText(run: LiveRun): boolean {
  const chunks = run.log.chunks();
  return !chunks
    .slice(chunks.findLastIndex(({ type }) => type === "start-step"))
    .some((chunk) => "toolCallId" in chunk);
}

/** The models behind the one that broke off, then those before it, itself at the end. */
function toNextChain(chain: readonly string[], broken: string): string[] {
  const at = chain.indexOf(broken);
  return at === -1 ? [...chain] : [...chain.slice(at + 1), ...chain.slice(0, at + 1)];
}
