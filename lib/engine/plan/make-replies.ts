import type { PlanLog } from "@/lib/engine/run/plan-log";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunHost } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";
import type { TaskStart } from "@/lib/engine/task";
type Made = { costMicroUsd: number } &
  /** `isLate`: as they were when the time was over, `null` where that is not known. */
  ({ replies: (ChatMessage | null)[]; isLate: boolean } | { ended: AppError });

/**
 * The replies of all who do a task once. `ended`: the attempt was broken off, as it would have to ask the
 * person for a run that works for another one: nobody would see the question.
 */
export async function makeReplies(
  host: RunHost,
  run: Pick<Run, "brief" | "plan" | "signal">,
  { id, starts }: { id: string; starts: readonly TaskStart[] },
  onAsking: (isAsking: boolean) => void,
): Promise<Made> {
  const own = new AbortController();
  const deadline = watchDeadline(host.now, run.plan, id, () => own.abort(null));
  const hooks = {
    signal: AbortSignal.any([run.signal, own.signal]),
    onAsking(isAsking: boolean) {
      if (run.brief.task === null) onAsking(isAsking);
      else if (isAsking) own.abort(new AppError("forbidden", "It would need the person's word for this."));
      deadline.look();
    },
  };
  try {
    const replies = await Promise.all(starts.map((start) => host.tasks.run(start, hooks)));
    return { replies, isLate: false, costMicroUsd: toCost(replies) };
  } catch (error) {
    if (!own.signal.aborted || run.signal.aborted) throw error;
    const stopped = await Promise.all(
      starts.map(({ userId, conversationId }) => host.tasks.stop(userId, conversationId)),
    );
    const costMicroUsd = toCost(stopped);
    if (own.signal.reason instanceof AppError) return { ended: own.signal.reason, costMicroUsd };
    return { replies: stopped, isLate: true, costMicroUsd };
  } finally {
    deadline.forget();
  }
}

/** Calls back when a task's time, as its plan says it, is over. It stands still while the person is asked. */
function watchDeadline(now: () => number, plan: PlanLog, id: string, onLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const { dueAt, isAsking = false } = plan.find()?.steps.find((task) => task.id === id) ?? {};
    if (dueAt !== undefined && !isAsking) timer = setTimeout(onLate, Math.max(0, dueAt - now()));
  };
  look();
  return { look, forget: () => clearTimeout(timer) };
}

function toCost(replies: readonly (ChatMessage | null)[]): number {
  return replies.reduce((sum, reply) => sum + (reply?.metadata?.costMicroUsd ?? 0), 0);
}
