import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/**
 * How far a person's older conversations are indexed: up to `cursor`, by these models. `isLacking`: a model
 * that should have embedded some of it did not.
 */
const recallProgressSchema = z.object({
  models: z.string(),
  cursor: z.string().nullable(),
  isDone: z.boolean(),
  isLacking: z.boolean(),
});
type RecallProgress = z.output<typeof recallProgressSchema>;

export function createRecallProgress(store: Store) {
  return {
    async read(userId: string): Promise<RecallProgress | null> {
      const found = await store.find(paths.recallProgress(userId));
      return recallProgressSchema.safeParse(found?.data).data ?? null;
    },
    write: (userId: string, progress: RecallProgress): Promise<void> =>
      store.set(paths.recallProgress(userId), toData(progress)),
  };
}
export type RecallProgressRecords = ReturnType<typeof createRecallProgress>;
