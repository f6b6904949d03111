import type { Log } from "@/lib/log";
import { withNewIds } from "@/lib/engine/loop/tidy-chunks";
import { buildRevisionNote } from "@/lib/engine/loop/evaluation";
import {
  buildAnswerNote,
  buildCitationNote,
  buildFirstStepNote,
  buildRequiredToolsNote,
} from "@/lib/engine/loop/prompt";
import type { AgentEnd } from "@/lib/engine/loop/run-agent";
import { findNewestStep, findOpenStep, isAnswered, toText } from "@/lib/engine/log/history";
import type { RunHost, RunModels } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { extendPlan } from "@/lib/engine/plan/make-plan";
import { listUncalled } from "./answering-agent";
import type { AttemptEnd } from "./attempt";
import { tellBroken } from "./loop-hooks";
import { evaluateAnswer, hasDraft, isTooUnsure } from "./examine";
import { emptyWords, isEmpty } from "./empty-answer";
import { findRestart, toNamed } from "./restart";
import { isCitationMissing, settleCiting, startCiting, tellUncited } from "./cite-answer";
import type { Attempt } from "./prepare";

/** How long is waited before a step that broke off in the middle is begun again, in milliseconds. */
const restartWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * What is tried next, `null` for nothing. An answer that cited what does not exist is asked for again, one
 * that cites nothing of what was found for its citations; a step that broke off in its middle is taken back
 * and begun again, once, with the next model of the chain where there is one; a conversation that is too long
 * for the model is tried once with less of it.
 */
export async function chooseNextAttempt(
  host: RunHost,
  run: RunParts,
  attempt: Attempt,
  made: AttemptEnd,
): Promise<Attempt | null> {
  if (run.signal.aborted) return null;
  if (attempt.revision?.kind === "cite") {
    settleCiting(host.tools, run.reply, attempt, made);
    return findRevision(host, run, attempt, answered);
  }
  if (hasRevisionFailed(run, attempt, made)) return null;
  const { loop, error } = made;
  const asked = error === null ? await askAgain(host, run, attempt, loop) : null;
  if (asked !== null) return asked;
  const next = findRestart(host.models(), run, attempt, made);
  noteBroken(host.log, run, made, next);
  // What is sent again with less needs no pause.
  if (next !== null && next.begunAgainAt !== attempt.begunAgainAt)
    await waitToRestart(host, run, (error?.retryAfter ?? 0) * 1000);
  return next;
}

/** The answer is there, and not good enough. */
async function askAgain(
  host: RunHost,
  run: RunParts,
  attempt: Attempt,
  loop: AgentEnd | null,
): Promise<Attempt | null> {
  const isFirst = attempt.revision === null;
  if (isFirst && isEmpty(run.reply, loop) && hasRoom(host.now, run))
    return startRevision(host.log, run, attempt, { note: buildAnswerNote(emptyWords), kind: "answer" });
  const note = isFirst ? findRevisionNote(host, run, loop) : null;
  if (note !== null) return startRevision(host.log, run, attempt, { note, kind: "again" });
  if (!isAnswered(run.reply.ownChunks()) || !isCitationMissing(host, run))
    return findRevision(host, run, attempt, loop);
  if (loop !== null && isWholeAnswer(run, loop) && hasRoom(host.now, run))
    return startCiting(host.log, run, attempt);
  tellUncited(host.tools, run.reply);
  return findRevision(host, run, attempt, loop);
}

function noteBroken(
  log: Log,
  run: Pick<Run, "brief" | "account">,
  { loop, error }: AttemptEnd,
  next: Attempt | null,
): void {
  const [runId, served, code] = [run.brief.id, run.account.model.ref(), error?.code ?? "interrupted"];
  if (next !== null) log.info("step_begun_again", { runId, served, code, error });
  else if (error !== null) log.warn("run_ended_by_error", { runId, code, error });
  else if (loop?.isUnreadable === true) log.warn("answer_not_readable", { runId, served });
}

/** As long as the vendor asks, within reason; a stop ends it at once. */
async function waitToRestart(host: RunHost, run: Pick<Run, "reply" | "signal">, ms: number): Promise<void> {
  const waitMs = Math.min(Math.max(restartWaitMs, ms), longestWaitMs);
  tellBroken(run.reply, host.now(), waitMs);
  await host.wait(waitMs, run.signal).catch(() => undefined);
}

/** Has the answer judged, and begins a revision where it is not good enough; `null` where it stands. */
async function findRevision(
  host: RunHost,
  run: RunParts,
  attempt: Attempt,
  loop: AgentEnd | null,
): Promise<Attempt | null> {
  // What was said of a draft does not hold for the answer that took its place.
  run.reply.answer.noteEvaluation(null);
  if (loop === null || !isWholeAnswer(run, loop)) return null;
  const judged = await evaluateAnswer(host, run);
  if (judged === null || run.signal.aborted) return null;
  run.reply.answer.noteEvaluation(judged.evaluation);
  if (hasDraft(run.reply) || !isTooUnsure(run.brief, judged) || !hasRoom(host.now, run)) return null;
  host.log.info("answer_not_good_enough", { runId: run.brief.id, confidence: judged.evaluation.confidence });
  const answer = findNewestStep(run.reply.log.chunks());
  const text = toText(answer);
  const hasPlan = run.plan.find() !== null;
  // An answer from a plan has nothing to look things up with: what is missing becomes steps.
  if (hasPlan && !(await extendPlan(host, run, judged.evaluation.missing))) return null;
  run.reply.log.push({ type: "reset-step" });
  run.reply.log.push({ type: "data-draft", id: "draft", data: { text, evaluation: judged.evaluation } });
  const note = hasPlan ? buildAnswerNote(lackedWords) : buildRevisionNote(judged.evaluation, judged.refused);
  return { ...attempt, revision: { note, answer, kind: hasPlan ? "planned" : "more" } };
}

const lackedWords = "Your answer lacked something that more steps have looked for since.";

/** The model ended it itself, or at the step limit that its mode or style sets by design. */
function isWholeAnswer(run: Pick<Run, "brief" | "reply">, { forced, finishReason }: AgentEnd): boolean {
  const isDesigned = forced === "iterations" && (run.brief.stepLimit.isDesigned || hasDraft(run.reply));
  return isAnswered(run.reply.ownChunks()) && (forced === null || isDesigned) && finishReason === "stop";
}

/** The first answer without wrong marks beats none. */
export function restoreAnswer(
  models: RunModels,
  run: RunParts,
  attempt: Attempt,
  made: AttemptEnd,
): AgentEnd | null {
  // Its answer stands, whatever came of its citations.
  if (attempt.revision?.kind === "cite") return answered;
  if (attempt.revision === null || !hasRevisionFailed(run, attempt, made)) {
    if (!run.signal.aborted) run.reply.answer.fail(toNamed(models, run, made));
    return made.loop;
  }
  if (findOpenStep(run.reply.log.chunks()) !== null) run.reply.log.push({ type: "reset-step" });
  run.reply.closeApprovals();
  for (const chunk of withNewIds(attempt.revision.answer, run.reply.newPartId)) run.reply.log.push(chunk);
  run.reply.answer.start(toText(attempt.revision.answer));
  return answered;
}

/** How the loop of an answer stands that the model ended itself. */
const answered: AgentEnd = {
  ...{ forced: null, finishReason: "stop", isUnreadable: false, isOverBudget: false },
  ...{ pendingOutputCharacters: 0, pendingInputTokens: 0 },
};

function hasRevisionFailed(
  { reply, signal }: Pick<Run, "reply" | "signal">,
  { revision }: Attempt,
  { error }: AttemptEnd,
): boolean {
  return revision !== null && (error !== null || signal.aborted || !isAnswered(reply.ownChunks()));
}

/** So much of the run's time may be over when an answer is asked for again. */
const repairUntil = 0.6;

/** Whether money and time are there for another answer. */
function hasRoom(now: () => number, run: Pick<Run, "account" | "plan">): boolean {
  const answerMicroUsd = run.account.meter.steps.at(-1)?.costMicroUsd ?? 0;
  const leftMicroUsd = run.account.purse.budgetMicroUsd() - run.account.purse.takenMicroUsd();
  const limitMs = run.plan.limitMs() * repairUntil;
  const isPayable = answerMicroUsd === 0 || leftMicroUsd > 2 * answerMicroUsd;
  return isPayable && now() - run.account.startedAt() < limitMs;
}

/**
 * What the model is told when its answer is asked for again, `null` when it stands, or when money or time is
 * too short for another one.
 */
function findRevisionNote(host: RunHost, run: RunParts, loop: AgentEnd | null): string | null {
  if (!isAnswered(run.reply.ownChunks()) || loop?.forced !== null || loop.finishReason !== "stop")
    return null;
  if (!hasRoom(host.now, run)) return null;
  const hasCalled = run.reply.ownChunks().some(({ type }) => type === "tool-input-available");
  if (run.context.given().isCallRequired && !hasCalled) return buildFirstStepNote(host.tools.firstStepTools);
  const uncalled = listUncalled(run.reply, run.context.given().requiredTools);
  if (uncalled.length > 0) return buildRequiredToolsNote(uncalled);
  const numbers = [...new Set(run.reply.answer.unknownNumbers())];
  const known = [...run.reply.sources.keys()].sort((a, b) => a - b);
  return numbers.length > 0 && known.length > 0 ? buildCitationNote(numbers, known) : null;
}

type RevisionRequest = Pick<NonNullable<Attempt["revision"]>, "note" | "kind">;

function startRevision(
  log: Log,
  run: Pick<Run, "brief" | "reply">,
  attempt: Attempt,
  request: RevisionRequest,
): Attempt {
  const numbers = run.reply.answer.unknownNumbers();
  log.info("answer_asked_again", { runId: run.brief.id, kind: request.kind, numbers });
  const answer = findNewestStep(run.reply.log.chunks());
  run.reply.log.push({ type: "reset-step" });
  return { ...attempt, revision: { ...request, answer } };
}
