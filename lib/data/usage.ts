import type { RunUsage } from "@/lib/protocol/chat-message";
import { increment, type Store } from "@/lib/store/store";
import { paths } from "./paths";

export type RunCost = { runs: number; usage: RunUsage; costMicroUsd: number };

/** What a person used on a day (UTC), added up. */
export function createUsage(store: Store, now: () => number) {
  return {
    async add(userId: string, { runs, usage, costMicroUsd }: RunCost): Promise<void> {
      const path = paths.usageDay(userId, new Date(now()).toISOString().slice(0, 10));
      const day = { runs, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, costMicroUsd };
      const amounts = Object.entries(day);
      try {
        await store.update(path, Object.fromEntries(amounts.map(([field, amount]) => [field, increment(amount)])));
      } catch {
        // The first run of the day: there is nothing to add to yet. Two first runs at once meet in `create`.
        await store.create(path, day).catch(() => store.update(path, Object.fromEntries(amounts.map(([field, amount]) => [field, increment(amount)]))));
      }
    },
  };
}
export type Usage = ReturnType<typeof createUsage>;
