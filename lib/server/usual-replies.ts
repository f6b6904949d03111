import type { Statistics } from "@/lib/data/statistics";
import type { UsualReplies } from "@/lib/protocol/client-settings";

const days = 14;
const keptMs = 30 * 60_000;

type UsualDeps = {
  statistics: Pick<Statistics, "usual">;
  inBackground: (event: string, work: Promise<unknown>) => void;
  now: () => number;
};

/**
 * What replies usually take here, as it was read last: no page waits for the days' counters, which are read
 * again behind it after half an hour. Nothing is known before that was done once.
 */
export function createUsualReplies({ statistics, inBackground, now }: UsualDeps): () => UsualReplies {
  let kept: UsualReplies = {};
  let readAt = -Infinity;
  return () => {
    if (Math.abs(now() - readAt) >= keptMs) {
      readAt = now();
      inBackground(
        "usual_not_read",
        statistics.usual(days).then((usual) => void (kept = usual)),
      );
    }
    return kept;
  };
}
