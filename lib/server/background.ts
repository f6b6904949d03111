import type { Log } from "@/lib/log";
import { waitFor } from "@/lib/models/open-chain";

/** What goes on beside the replies, a title for one, may hold the closing of the server no longer than this. */
const longestSettleMs = 3_000;

/** Work beside the replies: its failures are logged, and it can be waited for. */
export function createBackground(log: Log) {
  const pending = new Set<Promise<unknown>>();
  return {
    add(event: string, work: Promise<unknown>): void {
      const guarded = work.catch((error: unknown) => log.warn(event, { error }));
      pending.add(guarded);
      void guarded.finally(() => pending.delete(guarded));
    },
    async settle(): Promise<void> {
      const timer = new AbortController();
      const limit = waitFor(longestSettleMs, timer.signal).catch(() => undefined);
      await Promise.race([Promise.all(pending), limit]);
      timer.abort();
    },
  };
}
