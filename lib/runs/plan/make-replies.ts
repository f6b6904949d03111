import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunState } from "@/lib/runs/state/run-state";
import type { StepStart } from "@/lib/runs/task";

type Deps = Pick<RunDeps, "steps">;
type Made = { costMicroUsd: number } & ({ replies: ChatMessage[] } | { ended: AppError });

/**
 * The replies of all who do a step once. `ended`: the attempt was broken off, as it would have to ask the
 * person for a run that works for another one: nobody would see the question.
 */
export async function makeReplies(
  deps: Deps,
  run: RunState,
  starts: readonly StepStart[],
  onAsking: (isAsking: boolean) => void,
): Promise<Made> {
  const own = new AbortController();
  const hooks = {
    signal: AbortSignal.any([run.signal, own.signal]),
    onAsking(isAsking: boolean) {
      if (run.task === null) onAsking(isAsking);
      else if (isAsking) own.abort(new AppError("forbidden", "It would need the person's word for this."));
    },
  };
  try {
    const replies = await Promise.all(starts.map((start) => deps.steps.run(start, hooks)));
    return { replies, costMicroUsd: toCost(replies) };
  } catch (error) {
    if (!own.signal.aborted || run.signal.aborted) throw error;
    const stopped = await Promise.all(
      starts.map(({ userId, conversationId }) => deps.steps.stop(userId, conversationId)),
    );
    return { ended: own.signal.reason as AppError, costMicroUsd: toCost(stopped) };
  }
}

function toCost(replies: readonly (ChatMessage | null)[]): number {
  return replies.reduce((sum, reply) => sum + (reply?.metadata?.costMicroUsd ?? 0), 0);
}
