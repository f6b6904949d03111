import { defineJob } from "@/lib/data/jobs";
import { createFindSaid, createRecallSaid } from "@/lib/documents/find-said";
import { createIndexSaid, keptSaid } from "@/lib/documents/index-said";
import type { WholeAnswer } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { onJob } from "@/lib/jobs/jobs";
import type { Memory } from "@/lib/memory/memory";
import { createSearchConversations } from "@/lib/tools/search-conversations/search-conversations";

/** What a person said is indexed. */
const recallJob = defineJob("recall", {}, { isSlow: true });

/** What a person said before, found by words and meaning. */
export function openRecall(ground: Ground, memory: Pick<Memory, "list">) {
  const { records, index, settings, now } = ground;
  const said = { ...records, index, embed: ground.embed };
  const indexSaid = createIndexSaid({
    ...{ ...ground, ...records },
    listEmbeddingModels: () => ground.chainOf("embedding"),
    isWanted: async (userId) =>
      (await settings.get()).settings.memoryEnabled && !(await memory.list(userId)).isOff,
  });
  const noteSaid = createNoteSaid((userId, dueAt) => records.jobs.plan(recallJob.at({ userId }), dueAt), now);
  return {
    name: "recall",
    service: { recallSaid: createRecallSaid(said) },
    onAnswer: async ({ brief: { settings, isTemporary, userId } }: WholeAnswer) =>
      settings.memoryEnabled && !isTemporary
        ? { event: "said_not_noted", work: () => noteSaid(userId) }
        : null,
    tools: [createSearchConversations(createFindSaid(said))],
    jobs: [onJob(recallJob, indexSaid)],
    records: [keptSaid(index)],
  };
}

/** What is said within so long is indexed together. */
const waitMs = 60_000;
/** Whose plans this process remembers. */
const mostRemembered = 1_000;

/** Plans that what a person said is indexed, once for all of the next minute. */
function createNoteSaid(plan: (userId: string, dueAt: number) => Promise<void>, now: () => number) {
  const planned = new Map<string, number>();
  return async (userId: string): Promise<void> => {
    const dueAt = planned.get(userId) ?? 0;
    if (dueAt > now()) return;
    if (planned.size >= mostRemembered) planned.clear();
    planned.set(userId, now() + waitMs);
    await plan(userId, now() + waitMs);
  };
}
