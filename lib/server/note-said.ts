import type { JobRecords } from "@/lib/data/jobs";

/** What is said within so long is indexed together. */
const waitMs = 60_000;
/** Whose plans this process remembers. */
const mostRemembered = 1_000;

/** Plans that what a person said is indexed, once for all of the next minute. */
export function createNoteSaid(jobs: Pick<JobRecords, "plan">, now: () => number) {
  const planned = new Map<string, number>();
  return async (userId: string): Promise<void> => {
    const dueAt = planned.get(userId) ?? 0;
    if (dueAt > now()) return;
    if (planned.size >= mostRemembered) planned.clear();
    planned.set(userId, now() + waitMs);
    await jobs.plan({ kind: "recall", userId }, now() + waitMs);
  };
}
