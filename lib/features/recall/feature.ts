import { defineJob } from "@/lib/data/jobs";
import { createFindSaid, createRecallSaid } from "./find-said";
import { createIndexSaid, keptSaid } from "./index-said";
import type { ContextRequest, ContextSource, WholeAnswer } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { onJob } from "@/lib/jobs/jobs";
import type { Memory } from "@/lib/features/memory/memory";
import { createSearchConversations } from "@/lib/features/recall/tools/search-conversations/search-conversations";
import { readRecalled, writeRecalled } from "./mentioned";
import { buildSaidNote, readSaid } from "./said-source";

/** What a person said is indexed. */
const recallJob = defineJob("recall", {}, { isSlow: true });

type MemoryDoor = {
  service: Pick<Memory, "list">;
  isMemoryOff: (request: ContextRequest) => Promise<boolean>;
};

/** What a person said before, found by words and meaning. */
export function openRecall(ground: Ground, memory: MemoryDoor) {
  const { service, isMemoryOff } = memory;
  const { records, index, settings, now } = ground;
  const said = { ...records, index, embed: ground.embed };
  const indexSaid = createIndexSaid({
    ...{ ...ground, ...records },
    listEmbeddingModels: () => ground.chainOf("embedding"),
    isWanted: async (userId) =>
      (await settings.get()).settings.memoryEnabled && !(await service.list(userId)).isOff,
  });
  const noteSaid = createNoteSaid((userId, at) => records.jobs.schedule(recallJob.at({ userId }), at), now);
  const deps = { ...records, recallSaid: createRecallSaid(said), isMemoryOff, log: ground.log };
  return {
    name: "recall",
    context: createRecallSource(deps),
    mentions: {
      async conversation(userId: string, id: string) {
        const found = await records.conversations.find(userId, id);
        // One that belongs to a plan's step is nobody's to see, and a temporary one leaves nothing behind.
        return found?.conversationId === null && !found.temporary ? found.title : null;
      },
    },
    onAnswer: async ({ brief: { settings, isTemporary, userId } }: WholeAnswer) =>
      settings.memoryEnabled && !isTemporary
        ? { event: "said_not_noted", work: () => noteSaid(userId) }
        : null,
    tools: [createSearchConversations(createFindSaid(said))],
    jobs: [onJob(recallJob, indexSaid)],
    records: [keptSaid(index)],
  };
}

/** What was said elsewhere: near the question, and in the conversations that it mentions. */
function createRecallSource(
  deps: Parameters<typeof readSaid>[0] & Parameters<typeof readRecalled>[0],
): ContextSource {
  return async (request) => {
    const [said, mentioned] = await Promise.all([readSaid(deps, request), readRecalled(deps, request.brief)]);
    const turns = mentioned.flatMap((conversation) => conversation.turns ?? []);
    return {
      pieces: [
        {
          at: "person",
          texts: said.map((text) => ({ origin: "memory", text })),
          write: ({ tools }) => buildSaidNote(said, tools),
        },
        {
          at: "question",
          // For the consent to calls it is a private text in which a stranger's words may stand.
          texts: turns.map(({ text }) => ({ origin: "file", text })),
          write: ({ contextWindow }) => writeRecalled(mentioned, contextWindow),
        },
      ],
      names: mentioned.map(({ title }) => ({ kind: "conversation", name: title })),
    };
  };
}

/** What is said within so long is indexed together. */
const waitMs = 60_000;
/** Whose plans this process remembers. */
const mostRemembered = 1_000;

/** Plans that what a person said is indexed, once for all of the next minute. */
function createNoteSaid(schedule: (userId: string, dueAt: number) => Promise<void>, now: () => number) {
  const planned = new Map<string, number>();
  return async (userId: string): Promise<void> => {
    const dueAt = planned.get(userId) ?? 0;
    if (dueAt > now()) return;
    if (planned.size >= mostRemembered) planned.clear();
    planned.set(userId, now() + waitMs);
    await schedule(userId, now() + waitMs);
  };
}
