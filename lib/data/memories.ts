import { AppError } from "@/lib/errors";
import { endedFactSchema, factSchema } from "@/lib/protocol/memories";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "./json";
import { paths } from "./paths";

/**
 * A person's memory: at most 26 facts and what ended, newest last. `isOff`: nothing is learned or used; nor
 * is it from before `learnsSince`, when memory was switched on again or cleared, or from messages whose facts
 * the person removed (`removedFrom`); these do not come back under their ids (`removedIds`).
 */
const memoryDocumentSchema = z.object({
  facts: z.array(factSchema),
  history: z.array(endedFactSchema),
  isOff: z.boolean().default(false),
  learnsSince: z.number().optional(),
  removedFrom: z.array(z.string()).optional(),
  removedIds: z.array(z.string()).optional(),
});
export type MemoryDocument = z.output<typeof memoryDocumentSchema>;

/** What a document of the store holds, with facts of the greatest length. */
export const maxHistory = 300;

export function createMemoryRecords(store: Store) {
  const getPath = (userId: string) => `${paths.person(userId)}/memory/facts`;
  return {
    async read(userId: string): Promise<MemoryDocument> {
      return toDocument((await store.find(getPath(userId)))?.data);
    },

    /** In one transaction; `work` is pure and may run more than once. `document: null` saves nothing. */
    async change<T>(
      userId: string,
      work: (document: MemoryDocument) => { document: MemoryDocument | null; result: T },
    ): Promise<T> {
      return store.transaction(async (tx) => {
        const { document, result } = work(toDocument((await tx.find(getPath(userId)))?.data));
        if (document !== null)
          tx.set(getPath(userId), toData({ ...document, history: document.history.slice(-maxHistory) }));
        return result;
      });
    },

    async delete(userId: string): Promise<void> {
      await store.delete(getPath(userId));
    },
  };
}
export type MemoryRecords = ReturnType<typeof createMemoryRecords>;

function toDocument(data: unknown): MemoryDocument {
  const parsed = memoryDocumentSchema.safeParse(data ?? { facts: [], history: [] });
  if (!parsed.success)
    throw new AppError("store_invalid", "The stored memory cannot be read.", { cause: parsed.error });
  return parsed.data;
}
