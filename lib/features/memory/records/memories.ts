import { AppError } from "@/lib/errors";
import { endedFactSchema, factSchema, noteSchema } from "@/lib/features/memory/shape";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/**
 * A person's memory: at most 26 facts, what ended, and notes of the agent, newest last. `isOff`: nothing is
 * learned or used; nor is it from before `learnsSince`, when memory was switched on again or cleared, or from
 * messages whose facts the person removed (`removedFrom`); these do not come back under their ids
 * (`removedIds`).
 */
const memoryDocumentSchema = z.object({
  facts: z.array(factSchema),
  history: z.array(endedFactSchema),
  notes: z.array(noteSchema).optional(),
  isOff: z.boolean().default(false),
  learnsSince: z.number().optional(),
  removedFrom: z.array(z.string()).optional(),
  removedIds: z.array(z.string()).optional(),
});
export type MemoryDocument = z.output<typeof memoryDocumentSchema>;

/** What a document of the store holds, with facts of the greatest length. */
export const maxHistory = 300;

export type MemoryRecordsOptions = {
  /** Told whenever facts of a person cannot be read: the others are read without them. */
  onUnreadable?: (problem: { userId: string; facts: number }) => void;
};

export function createMemoryRecords(
  store: Store,
  { onUnreadable = () => undefined }: MemoryRecordsOptions = {},
) {
  const getPath = (userId: string) => `${paths.person(userId)}/memory/facts`;
  function toDocument(userId: string, data: unknown): StoredMemory {
    const stored = toStored(data);
    if (stored.unreadable.length > 0) onUnreadable({ userId, facts: stored.unreadable.length });
    return stored;
  }
  return {
    async read(userId: string): Promise<MemoryDocument> {
      return toDocument(userId, (await store.find(getPath(userId)))?.data).document;
    },

    /**
     * Reads, changes and saves in one transaction; `work` is pure and may run more than once. `document:
     * null` saves nothing. Facts that cannot be read stay beside the others as they are, until everything is
     * forgotten.
     */
    async change<T>(
      userId: string,
      work: (document: MemoryDocument) => { document: MemoryDocument | null; result: T },
    ): Promise<T> {
      return store.transaction(async (tx) => {
        const stored = toDocument(userId, (await tx.find(getPath(userId)))?.data);
        const { document, result } = work(stored.document);
        if (document === null) return result;
        const isEmpty = document.facts.length === 0 && document.history.length === 0;
        const unreadable = isEmpty ? [] : stored.unreadable;
        const history = document.history.slice(-maxHistory);
        const kept = { ...document, history, ...(unreadable.length > 0 && { unreadable }) };
        tx.set(getPath(userId), toData(kept));
        return result;
      });
    },

    async delete(userId: string): Promise<void> {
      await store.delete(getPath(userId));
    },
  };
}
export type MemoryRecords = ReturnType<typeof createMemoryRecords>;

/** The memory, and the facts in it that cannot be read, as they are stored. */
type StoredMemory = { document: MemoryDocument; unreadable: unknown[] };

const storedSchema = z.object({
  facts: z.array(z.unknown()).default([]),
  history: z.array(z.unknown()).default([]),
  unreadable: z.array(z.unknown()).default([]),
});

function toStored(data: unknown): StoredMemory {
  const stored = storedSchema.safeParse(data ?? {});
  if (!stored.success) throw toInvalid(stored.error);
  const facts = readEach(factSchema, stored.data.facts);
  const history = readEach(endedFactSchema, stored.data.history);
  const document = memoryDocumentSchema.safeParse({
    ...(data ?? {}),
    facts: facts.readable,
    history: history.readable,
  });
  if (!document.success) throw toInvalid(document.error);
  return {
    document: document.data,
    unreadable: [...stored.data.unreadable, ...facts.unreadable, ...history.unreadable],
  };
}

function readEach<VALUE>(schema: z.ZodType<VALUE>, values: readonly unknown[]) {
  const isReadable = (value: unknown) => schema.safeParse(value).success;
  return {
    readable: values.filter(isReadable),
    unreadable: values.filter((value) => !isReadable(value)),
  };
}

function toInvalid(cause: unknown): AppError {
  return new AppError("store_invalid", "The stored memory cannot be read.", { cause });
}
