import type { Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";

export type SharedRuns = ReturnType<typeof createSharedRuns>;

/** Which of a person's runs those who help may read with their words. */
export function createSharedRuns(store: Store, now: () => number) {
  return {
    has: async (userId: string, runId: string): Promise<boolean> =>
      (await store.find(paths.sharedRun(userId, runId))) !== null,
    set: (userId: string, runId: string): Promise<void> =>
      store.set(paths.sharedRun(userId, runId), { at: now() }),
    delete: (userId: string, runId: string): Promise<void> => store.delete(paths.sharedRun(userId, runId)),
  };
}
