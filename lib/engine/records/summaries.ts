import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { isOnPath, type BranchPath } from "@/lib/data/branches";
import { toConversation } from "@/lib/data/conversations";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/** What messages up to `untilSeq`, of `branch`, come to. `isStrange`: of pages or files maybe. */
const summarySchema = z.object({
  untilSeq: z.number().int(),
  branch: z.number().int().optional(),
  text: z.string(),
  isStrange: z.boolean(),
});
export type Summary = z.output<typeof summarySchema>;

/** `earlier`: some of those that it grew from, the newest first. */
const keptSummarySchema = summarySchema.extend({ earlier: z.array(summarySchema).default([]) });
export type KeptSummary = z.output<typeof keptSummarySchema>;

/** A rolling summary counts where its last message is on the way to the reply. */
export function createSummaries(store: Store) {
  const getPath = (userId: string, conversationId: string) =>
    `${paths.conversation(userId, conversationId)}/context/summary`;
  return {
    /** The newest of a path that reaches no further than `mostSeq`; `null` when there is none. */
    async find(
      userId: string,
      conversationId: string,
      mostSeq: number,
      path: BranchPath,
    ): Promise<KeptSummary | null> {
      if (mostSeq === 0) return null;
      const kept = keptSummarySchema.safeParse(
        (await store.find(getPath(userId, conversationId)))?.data,
      ).data;
      const points = kept === undefined ? [] : [kept, ...kept.earlier];
      const at = points.findIndex(
        ({ untilSeq, branch }) => untilSeq <= mostSeq && isOnPath(path, { branch, seq: untilSeq }),
      );
      const found = points[at];
      return found === undefined ? null : { ...found, earlier: points.slice(at + 1) };
    },

    /**
     * Replaces what may have reached to `before`. `lastId`: the last message it sums up. `false` when there
     * is another since, or the conversation was deleted: that takes the last message along.
     */
    save(
      userId: string,
      conversationId: string,
      summary: KeptSummary,
      { before, lastId }: { before: number; lastId: string },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const [found, last] = await tx.findMany([
          paths.conversation(userId, conversationId),
          paths.message(userId, conversationId, lastId),
        ]);
        const conversation = found ? toConversation(found.data) : null;
        if (conversation === null || !last || conversation.summarisedSeq !== before) return false;
        tx.set(
          getPath(userId, conversationId),
          toData({ ...summary, earlier: thinOut(summary.earlier, summary.untilSeq) }),
        );
        tx.update(paths.conversation(userId, conversationId), { summarisedSeq: summary.untilSeq });
        return true;
      });
    },
  };
}

/** Wherever in a conversation something is asked anew, a summary that reaches nearly there is left. */
const mostEarlier = 5;

/** The older they are, the further apart. */
function thinOut(earlier: readonly Summary[], untilSeq: number): Summary[] {
  const kept = [...earlier];
  while (kept.length > mostEarlier) {
    const gaps = kept.map((_summary, index) => {
      const next = kept[index + 1]?.untilSeq ?? 0;
      return ((kept[index - 1]?.untilSeq ?? untilSeq) - next) / (untilSeq - next);
    });
    kept.splice(gaps.indexOf(Math.min(...gaps)), 1);
  }
  return kept;
}
export type Summaries = ReturnType<typeof createSummaries>;
