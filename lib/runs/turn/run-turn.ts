import { concludeRun } from "@/lib/agent/conclude";
import type { AgentEnd } from "@/lib/agent/run-agent";
import { isAppError, toAppError, type AppError } from "@/lib/errors";
import type { ChatChunk, ChatMessage, EndReason, Outcome } from "@/lib/protocol/chat-message";
import { endBare, toBareReply } from "./fail-run";
import { finishRun } from "./finish";
import { holdLease } from "@/lib/runs/lease/heartbeat";
import { leaveRun } from "./release";
import { cutRun, type LiveRun } from "@/lib/runs/lease/live-runs";
import type { RunDeps } from "@/lib/runs/ports";
import { isAnswered } from "@/lib/runs/log/history";
import { runLoop } from "./loop";
import { createWork, type RunWork } from "@/lib/runs/state/run-state";
import { closeAsked, findWait, waitForPerson } from "./wait-for-person";

/**
 * Makes the reply, from where it is to the stored message. Never throws: whatever happens becomes the run's outcome. `repair` comes
 * before the loop, and may end the run.
 */
export async function performRun(
  deps: RunDeps,
  run: LiveRun,
  repair: () => Promise<Conclusion | null> = async () => null,
): Promise<ChatMessage> {
  const timers = startTimers(deps, run);
  const letGo = holdLease(deps, run);
  try {
    if (run.log.chunks().length === 0)
      run.log.push({
        type: "start",
        messageId: run.messageId,
        messageMetadata: { runId: run.id, startedAt: run.record.startedAt },
      });
    const early = run.cut === null ? await repair() : null;
    const work = await createWork(deps, run);
    return await conclude(deps, run, work, early ?? (await makeReply(deps, run, work)));
  } catch (error) {
    deps.log.error("run_failed", { runId: run.id, error });
    return await abandonRun(deps, run);
  } finally {
    letGo();
    timers.stop();
  }
}

type Ending = { outcome: Outcome; reason?: EndReason };
/** How the work on a run ended for this worker: `waiting` for the person, who is asked about a call. */
export type Conclusion = Ending | "waiting";

async function makeReply(deps: RunDeps, run: LiveRun, work: RunWork): Promise<Conclusion> {
  try {
    const { end } = run.log.history();
    if (end !== null) return toEnded(run, work, end);
    if (run.cut !== null) return concludeEnd(run, work, null);
    if (!isAnswered(run.log.chunks().slice(run.baseLength))) return await loopOn(deps, run, work);
    const answered = toAnswered(run, work);
    if (answered.outcome !== "interrupted") return answered;
    run.log.push({ type: "reset-step" });
    return await loopOn(deps, run, work);
  } catch (error) {
    deps.log.error("run_failed", { runId: run.id, error });
    work.error = toAppError(error);
    return { outcome: "failed", reason: toReason(work.error) };
  }
}

/** A loop that asked the person something stands still, unless something else ended it. */
async function loopOn(deps: RunDeps, run: LiveRun, work: RunWork): Promise<Conclusion> {
  const end = await runLoop(deps, run, work);
  const isAsking = run.cut === null && work.error === null && findWait(run) !== null;
  return isAsking ? "waiting" : concludeEnd(run, work, end);
}

async function conclude(deps: RunDeps, run: LiveRun, work: RunWork, end: Conclusion): Promise<ChatMessage> {
  if (run.cut === "handover" || run.cut === "lost") return leaveRun(deps, run, work);
  const wait = run.cut === null && end === "waiting" ? findWait(run) : null;
  if (wait !== null) return waitForPerson(deps, run, work, wait);
  if (end === "waiting") return finishRun(deps, run, work, concludeEnd(run, work, null));
  closeAsked(run);
  return finishRun(deps, run, work, end);
}

/** An earlier worker had come to this end, and had said its own last words where the model had none. */
function toEnded(run: LiveRun, work: RunWork, end: Ending): Ending {
  work.answer = readLastText(run);
  return end;
}

/** The answer of an earlier worker, of which only the end was not saved. */
function toAnswered(run: LiveRun, work: RunWork): Ending {
  const { forced, steps, isCounted } = run.log.history();
  work.answer = readLastText(run);
  const finishReason = isCounted ? (steps.at(-1)?.finishReason ?? "stop") : "stop";
  return concludeRun({ cut: null, failure: null, forced, finishReason, hasAnswer: true });
}

function readLastText(run: LiveRun): string {
  const chunks = run.log.chunks();
  const start = chunks.findLastIndex(({ type }) => type === "start-step");
  return chunks
    .slice(start)
    .map((chunk) => (chunk.type === "text-delta" ? chunk.delta : ""))
    .join("");
}

const watchMs = 1_500;

/** The run's time limit, a look now and then at whether the person may still use the site, and the platform's limit, before which another worker must take over. */
function startTimers(deps: RunDeps, run: LiveRun): { stop(): void } {
  const elapsedMs = run.log.history().elapsedMs;
  const limit = setTimeout(
    () => cutRun(run, "time"),
    Math.max(1, run.settings.timeLimitSeconds * 1000 - elapsedMs),
  );
  const look = async () => {
    if (!(await deps.isAllowed(run.userId))) cutRun(run, "stopped");
  };
  // What cannot be asked is asked again.
  const watch = setInterval(
    () =>
      void look().catch((error: unknown) => deps.log.debug("permission_not_read", { runId: run.id, error })),
    watchMs,
  );
  const handover = deps.processLimitMs === null ? [] : startHandover(run, deps.processLimitMs);
  return {
    stop() {
      clearInterval(watch);
      for (const timer of [limit, ...handover]) clearTimeout(timer);
    },
  };
}

/** Before the platform ends the process: at the end of a step when one comes in time, else in the middle. */
const handoverAheadMs = 20_000;
const handoverLatestMs = 6_000;

function startHandover(run: LiveRun, limitMs: number): NodeJS.Timeout[] {
  const ahead = Math.min(handoverAheadMs, limitMs / 2);
  const latest = Math.min(handoverLatestMs, limitMs / 4);
  return [
    setTimeout(() => (run.isLeaving = true), limitMs - ahead),
    setTimeout(() => cutRun(run, "handover"), limitMs - latest),
  ];
}

/** The last resort: the followers hear an end, and the conversation is free. Where not even that can be saved the next reader tries again. */
async function abandonRun(deps: RunDeps, run: LiveRun): Promise<ChatMessage> {
  await endBare(deps, run).catch((error: unknown) =>
    deps.log.error("run_not_ended", { runId: run.id, error }),
  );
  const reply = toBareReply(run, deps.now());
  run.log.push({ type: "finish", messageMetadata: reply.metadata });
  run.log.end();
  return reply;
}

function concludeEnd(run: LiveRun, work: RunWork, end: AgentEnd | null): Ending {
  const cut =
    run.cut === "stopped" || run.cut === "time"
      ? run.cut
      : end?.isOverBudget === true
        ? ("budget" as const)
        : null;
  return concludeRun({
    cut,
    failure: work.error === null ? null : toReason(work.error),
    forced: end?.forced ?? null,
    finishReason: end?.finishReason ?? "unknown",
    hasAnswer: run.log.chunks().slice(run.baseLength).some(isAnswer),
  });
}

/** Words of any step count: some models answer beside the step that notes a fact, and end without a further word. */
function isAnswer(chunk: ChatChunk): boolean {
  return chunk.type === "file" || (chunk.type === "text-delta" && chunk.delta.trim() !== "");
}

const reasons: Partial<Record<AppError["code"], EndReason>> = {
  model_key: "model_key",
  model_quota: "model_quota",
  model_unavailable: "model_unavailable",
  model_rejected: "model_rejected",
  model_overflow: "model_overflow",
  timeout: "model_unavailable",
};

function toReason(error: AppError): EndReason {
  return isAppError(error) ? (reasons[error.code] ?? "internal") : "internal";
}
