import type { PlanLog } from "@/lib/engine/run/plan-log";
import type { Reply } from "@/lib/engine/run/reply";
import { toAppError, type AppError } from "@/lib/errors";
import type { ChatMessage, ChatChunk, EndReason } from "@/lib/protocol/chat-message";
import { findWait } from "@/lib/engine/consent/waits";
import type { RunEnd } from "@/lib/engine/log/entries";
import type { Run } from "@/lib/engine/run/run";
import { noteUncalled } from "./answering-agent";
import { firstAttempt, makeAttempt } from "./attempt";
import { chooseNextAttempt, restoreAnswer } from "./choose-next-attempt";
import { hasDraft } from "./examine";
import { failRun } from "./fail-run";
import { finishRun } from "./finish";
import { releaseRun, waitForPerson } from "./release";
import type { RunHost } from "@/lib/engine/ports";
import { heartbeatMs } from "@/lib/engine/records/leases";
import { hearQuestions } from "@/lib/money/asked";
import { payFrom } from "@/lib/money/purse";
import { obeyLease } from "@/lib/engine/run/control";
import { concludeRun } from "@/lib/engine/loop/conclude";
import type { AgentEnd } from "@/lib/engine/loop/run-agent";
import { isAnswered, readNewestText } from "@/lib/engine/log/history";
import { closePlan, followPlan } from "@/lib/engine/plan/follow-plan";

/** What the work of one worker on a run came to. A run that waits for the person has not ended. */
export type TurnOutcome = RunEnd | "waiting";

/**
 * Makes the reply, from where its log is to the stored message. Never throws: whatever happens becomes the
 * run's end. `repair` brings what an earlier worker left to the border of a step, and may end the run.
 */
export function runTurn(
  host: RunHost,
  run: Run,
  repair: () => Promise<TurnOutcome | null> = async () => null,
): Promise<ChatMessage> {
  const make = async () => {
    const stopWatching = watchRun(host, run);
    try {
      run.reply.begin();
      const early = run.signal.aborted ? null : await repair();
      // It adds sources, which are counted anew.
      run.context.forget();
      await run.account.restore();
      const end = early ?? (await makeReply(host, run));
      if (run.control.cut.isElsewhere()) return await releaseRun(host, run, run.control.cut.cause());
      const wait = end === "waiting" ? findOpenWait(run) : null;
      if (wait !== null) return await waitForPerson(host, run, wait);
      await closePlan(host.tasks, run);
      if (end === "waiting") return await finishRun(host, run, concludeTurn(run, null));
      run.reply.closeApprovals();
      return await finishRun(host, run, end);
    } catch (error) {
      host.log.error("run_failed", { runId: run.brief.id, error });
      return await failRun(host, run);
    } finally {
      stopWatching();
    }
  };
  return payFrom(run.account.purse, () => hearQuestions(run.account.hear, make));
}

/** Lets models try until an attempt has ended well, or nothing better can be had. */
async function makeReply(host: RunHost, run: Run): Promise<TurnOutcome> {
  try {
    const earlier = findEarlierEnd(run);
    if (earlier !== null) return earlier;
    if ((await followPlan(host, run)) === "waiting") return "waiting";
    if (run.signal.aborted) return concludeTurn(run, null);
    let attempt = firstAttempt(run.brief);
    for (;;) {
      const made = await makeAttempt(host, run, attempt);
      const next = await chooseNextAttempt(host, run, attempt, made);
      const isPlanned = next?.revision?.kind === "planned" && next.revision !== attempt.revision;
      // Who goes on when the person has answered writes it again.
      if (next !== null && (!isPlanned || (await followPlan(host, run)) === "ready")) {
        attempt = next;
        continue;
      }
      // What another worker will write is not restored.
      if (run.control.cut.isElsewhere()) return concludeTurn(run, null);
      const loop = restoreAnswer(host.models(), run, attempt, made);
      if (run.reply.answer.error() === null && findOpenWait(run) !== null) return "waiting";
      noteUncalled(run);
      return concludeTurn(run, loop);
    }
  } catch (error) {
    host.log.error("run_failed", { runId: run.brief.id, error });
    return toFailedEnd(run.reply, toAppError(error));
  }
}

/** What the run waits for of the person, unless it was cut. */
const findOpenWait = ({ reply, signal }: Pick<Run, "reply" | "signal">) =>
  signal.aborted ? null : findWait(reply.ownChunks());

/** How often it is asked whether the person may still use the site, in milliseconds. */
const lookMs = 1_500;
/** A run is handed over so long before the platform ends the process: at a step's end, else in its middle. */
const handoverAheadMs = 20_000;
const handoverLatestMs = 6_000;

/** Cuts the run at its limits and when others want it, until the function that it gives is called. */
function watchRun(host: RunHost, run: Run): () => void {
  const stopHeartbeat = startHeartbeat(host, run);
  const begunAt = host.now() - run.reply.log.history().elapsedMs;
  const timers: NodeJS.Timeout[] = [];
  // A reply that is planned on its way gets more time then, and one whose model loads.
  const cutInTime = () => {
    const leftMs = run.plan.limitMs() + run.account.pausedMs() - (host.now() - begunAt);
    if (leftMs <= 0) run.control.cut.cut("time");
    else timers.push(setTimeout(cutInTime, leftMs));
  };
  cutInTime();
  const { processLimitMs: limitMs } = host.worker;
  if (limitMs !== null)
    timers.push(
      setTimeout(() => run.control.cut.leaveAfterStep(), limitMs - Math.min(handoverAheadMs, limitMs / 2)),
      setTimeout(() => run.control.cut.cut("handover"), limitMs - Math.min(handoverLatestMs, limitMs / 4)),
    );
  const look = async () => {
    if (!(await host.permissions.isAllowed(run.brief.userId))) run.control.cut.cut("stopped");
  };
  // A permission that could not be read is asked for again at the next look.
  const onFailure = (error: unknown) => host.log.debug("permission_not_read", { runId: run.brief.id, error });
  const watch = setInterval(() => void look().catch(onFailure), lookMs);
  return () => {
    stopHeartbeat();
    clearInterval(watch);
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * Tells the other processes that the run is made here, and hears what they want of it, until the function
 * that it gives is called. It does nothing where no other process can be.
 */
function startHeartbeat(host: RunHost, run: Pick<Run, "brief" | "account" | "control" | "plan">): () => void {
  if (host.worker.isAlone) return () => undefined;
  const beat = async () => {
    try {
      const isOwn = await host.records.leases.beat(run.brief.id, run.brief.epoch, host.now());
      if (!isOwn && run.account.record.status === "running") run.control.cut.cut("lost");
    } catch (error) {
      host.log.warn("heartbeat_failed", { runId: run.brief.id, error });
    }
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  const unwatch = host.records.leases.watch(run.brief.id, (held) => obeyLease(run, held));
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

/** How the run ends, by how its last loop stands; `null` where none has run. */
function concludeTurn(run: Pick<Run, "brief" | "reply" | "control" | "plan">, loop: AgentEnd | null): RunEnd {
  const cause = run.control.cut.cause();
  const isCut = cause === "stopped" || cause === "time";
  const error = run.reply.answer.error();
  return concludeRun({
    cut: isCut ? cause : loop?.isOverBudget === true ? "budget" : null,
    failure: error === null ? null : toReason(error),
    forced: toForced(run.plan, loop?.forced ?? null),
    isDesigned: isDesignedEnd(run),
    finishReason: loop?.finishReason ?? "unknown",
    isUnreadable: loop?.isUnreadable ?? false,
    hasAnswer: run.reply.ownChunks().some(isAnswer),
  });
}

/** A plan that went without a step for want of money was cut short, as an answer that had to come early. */
function toForced(plan: PlanLog, forced: EndReason | null): EndReason | null {
  const isUnpaid = plan.find()?.steps.some((task) => task.isUnpaid === true) ?? false;
  return forced ?? (isUnpaid ? "budget" : null);
}

/** The step limit of its mode or style, or of the revision that a draft gets, cuts nothing short. */
const isDesignedEnd = (run: Pick<Run, "brief" | "reply">): boolean =>
  run.brief.stepLimit.isDesigned || hasDraft(run.reply);

/** Any step's words count: some models answer beside the step that notes a fact and end without more. */
function isAnswer(chunk: ChatChunk): boolean {
  return chunk.type === "file" || (chunk.type === "text-delta" && chunk.delta.trim() !== "");
}

/**
 * The end that the run has before any loop runs: one that an earlier worker had not saved, or that of a run
 * that was cut meanwhile. An answer that had been broken off is taken back, and `null` given.
 */
function findEarlierEnd(run: Pick<Run, "brief" | "reply" | "control" | "plan" | "signal">): RunEnd | null {
  const { end, forced, steps, isCounted } = run.reply.log.history();
  const hasAnswered = isAnswered(run.reply.ownChunks());
  if (end === null && run.signal.aborted) return concludeTurn(run, null);
  if (end === null && !hasAnswered) return null;
  run.reply.answer.start(readNewestText(run.reply.log.chunks()));
  // The earlier worker had said its own last words where the model had none.
  if (end !== null) return end;
  const finishReason = isCounted ? (steps.at(-1)?.finishReason ?? "stop") : "stop";
  const isDesigned = isDesignedEnd(run);
  const answered = concludeRun({
    cut: null,
    failure: null,
    forced: toForced(run.plan, forced),
    isDesigned,
    finishReason,
    isUnreadable: false,
    hasAnswer: true,
  });
  if (answered.outcome !== "interrupted") return answered;
  run.reply.log.push({ type: "reset-step" });
  return null;
}

function toFailedEnd(reply: Reply, error: AppError): RunEnd {
  reply.answer.fail(error);
  return { outcome: "failed", reason: toReason(error) };
}

const reasons: Partial<Record<AppError["code"], EndReason>> = {
  model_key: "model_key",
  model_quota: "model_quota",
  model_unavailable: "model_unavailable",
  model_rejected: "model_rejected",
  model_overflow: "model_overflow",
  timeout: "model_unavailable",
};

function toReason({ code, detail }: AppError): EndReason {
  return detail === "moderated" ? "filtered" : (reasons[code] ?? "internal");
}
