import { toAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findWait } from "@/lib/runs/approvals/asked-calls";
import type { RunEnd } from "@/lib/runs/log/entries";
import type { RunState } from "@/lib/runs/state/run-state";
import { firstAttempt, makeAttempt } from "./attempt";
import { chooseNextAttempt, restoreAnswer } from "./choose-next-attempt";
import { concludeTurn, findEarlierEnd, toFailedEnd } from "./conclude";
import { failRun, type FailDeps } from "./fail-run";
import { finishRun, type FinishDeps } from "./finish";
import type { PrepareDeps } from "./prepare";
import { releaseRun, waitForPerson, type ReleaseDeps } from "./release";
import { watchRun, type WatchDeps } from "./watch-run";

export type TurnDeps = PrepareDeps & WatchDeps & ReleaseDeps & FinishDeps & FailDeps;

/** What the work of one worker on a run came to. A run that waits for the person has not ended. */
export type TurnEnd = RunEnd | "waiting";

/**
 * Makes the reply, from where its log is to the stored message. Never throws: whatever happens becomes the run's end. `repair` brings what
 * an earlier worker left to the border of a step, and may end the run.
 */
export async function runTurn(
  deps: TurnDeps,
  run: RunState,
  repair: () => Promise<TurnEnd | null> = async () => null,
): Promise<ChatMessage> {
  const stopWatching = watchRun(deps, run);
  try {
    run.begin();
    const early = run.cut.cause() === null ? await repair() : null;
    await run.restore();
    const end = early ?? (await makeReply(deps, run));
    if (run.cut.isElsewhere()) return await releaseRun(deps, run);
    const wait = run.cut.cause() === null && end === "waiting" ? findWait(run.ownChunks()) : null;
    if (wait !== null) return await waitForPerson(deps, run, wait);
    if (end === "waiting") return await finishRun(deps, run, concludeTurn(run, null));
    run.closeApprovals();
    return await finishRun(deps, run, end);
  } catch (error) {
    deps.log.error("run_failed", { runId: run.id, error });
    return await failRun(deps, run);
  } finally {
    stopWatching();
  }
}

/** Lets models try until an attempt has ended well, or nothing better can be had. */
async function makeReply(deps: TurnDeps, run: RunState): Promise<TurnEnd> {
  try {
    const earlier = findEarlierEnd(run);
    if (earlier !== null) return earlier;
    let attempt = firstAttempt(run);
    for (let restarts = 0; ; restarts += 1) {
      const made = await makeAttempt(deps, run, attempt);
      const next = chooseNextAttempt(deps, run, attempt, { ...made, restarts });
      if (next !== null) {
        attempt = next;
        continue;
      }
      const loop = restoreAnswer(run, attempt, made);
      const isAsking = run.cut.cause() === null && run.error() === null && findWait(run.ownChunks()) !== null;
      return isAsking ? "waiting" : concludeTurn(run, loop);
    }
  } catch (error) {
    deps.log.error("run_failed", { runId: run.id, error });
    return toFailedEnd(run, toAppError(error));
  }
}
