import { toReplyBudget } from "@/lib/protocol/reply-budget";
import type { Ground } from "@/lib/engine/ground";
import type { UsualReply } from "@/lib/protocol/client-settings";
import type { AgentSettings } from "@/lib/protocol/settings";

const days = 14;
const keptMs = 30 * 60_000;

type UsualDeps = Pick<Ground, "inBackground" | "now"> & {
  statistics: Pick<Ground["records"]["statistics"], "usual">;
};

/**
 * What replies usually take here, as it was read last: no page waits for the days' counters, which are read
 * again behind it after half an hour. Nothing is known before that was done once, and nothing is told that is
 * above the budget in force.
 */
export function createUsualReplies({ statistics, inBackground, now }: UsualDeps) {
  let kept: UsualReply[] = [];
  let readAt = -Infinity;
  return (settings: AgentSettings): UsualReply[] => {
    const budget = toReplyBudget(settings);
    if (Math.abs(now() - readAt) >= keptMs) {
      readAt = now();
      inBackground(
        "usual_not_read",
        statistics.usual(days).then((usual) => void (kept = usual)),
      );
    }
    return kept.map(({ microUsd, ...like }) => {
      const mostMicroUsd = like.isPlanned ? budget.planMicroUsd : budget.microUsd;
      return { ...like, microUsd: microUsd !== null && microUsd <= mostMicroUsd ? microUsd : null };
    });
  };
}
