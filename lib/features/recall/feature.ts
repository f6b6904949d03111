import { z } from "zod";
import { defineJob } from "@/lib/data/jobs";
import { createFindSaid, createRecallSaid, type SaidPorts } from "@/lib/documents/find-said";
import { createIndexSaid, forgetSaid } from "@/lib/documents/index-said";
import type { Ground } from "@/lib/engine/ground";
import { onJob } from "@/lib/jobs/jobs";
import type { Memory } from "@/lib/memory/memory";
import { createSearchConversations } from "@/lib/tools/search-conversations/search-conversations";
import type { ToolFeature } from "@/lib/tools/tool";

/** What a person said is indexed. */
const recallJob = defineJob("recall", z.object({ userId: z.string() }), () => "", { isSlow: true });

/** What a person said before, found by words and meaning. */
export function openRecall(
  ground: Ground,
  memory: Pick<Memory, "list">,
): ToolFeature & { service: SaidPorts } {
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
    service: {
      recallSaid: createRecallSaid(said),
      forgetSaid: (userId, conversationId) => forgetSaid(index, userId, conversationId),
    },
    async onAnswer({ brief: { settings, isTemporary, userId } }) {
      if (!settings.memoryEnabled || isTemporary) return null;
      return { event: "said_not_noted", work: () => noteSaid(userId) };
    },
    tools: [createSearchConversations(createFindSaid(said))],
    jobs: [onJob(recallJob, indexSaid)],
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
