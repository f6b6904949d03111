import { AppError } from "@/lib/errors";
import { factSchema } from "@/lib/protocol/memories";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "./json";
import { paths } from "./paths";

/** Why a fact is no longer in force. `edited` keeps the wording from before a change. */
const factEndings = ["expired", "tier_full", "edited"] as const;
export type FactEnding = (typeof factEndings)[number];

const endedFactSchema = factSchema.extend({ endedAt: z.number(), why: z.enum(factEndings) });
export type EndedFact = z.output<typeof endedFactSchema>;

/** All of a person's memory, in one document: at most 26 facts and the last 200 that ended, newest last. */
const memoryDocumentSchema = z.object({ facts: z.array(factSchema), history: z.array(endedFactSchema) });
export type MemoryDocument = z.output<typeof memoryDocumentSchema>;

export const maxHistory = 200;

export function createMemoryRecords(store: Store) {
  const getPath = (userId: string) => `${paths.person(userId)}/memory/facts`;
  return {
    async read(userId: string): Promise<MemoryDocument> {
      return toDocument((await store.find(getPath(userId)))?.data);
    },

    /** Reads, changes and saves in one transaction; `work` is pure and may run more than once. `document: null` saves nothing. */
    async change<T>(userId: string, work: (document: MemoryDocument) => { document: MemoryDocument | null; result: T }): Promise<T> {
      return store.transaction(async (tx) => {
        const { document, result } = work(toDocument((await tx.find(getPath(userId)))?.data));
        if (document !== null) tx.set(getPath(userId), toData({ facts: document.facts, history: document.history.slice(-maxHistory) }));
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
  if (!parsed.success) throw new AppError("store_invalid", "The stored memory cannot be read.", { cause: parsed.error });
  return parsed.data;
}
