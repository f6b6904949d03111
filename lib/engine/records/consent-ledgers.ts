import { z } from "zod";
import { isWithinFree, nothingSpent, toSum, type Spent } from "@/lib/protocol/spent";
import type { Store } from "@/lib/store/store";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

const spentSchema = z.object({ bits: z.number(), links: z.number(), siteBits: z.number() });

/**
 * What one call told. `group`: of the calls that were judged together; `isAllowed`: by the person, which
 * begins the count anew.
 */
const entrySchema = z.object({
  id: z.string(),
  group: z.string(),
  questionId: z.string(),
  spent: spentSchema,
  search: z.string().nullable(),
  isAllowed: z.boolean(),
});
export type LedgerEntry = z.output<typeof entrySchema>;
const recordSchema = z.object({ entries: z.array(entrySchema) });

export type LedgerCounts = { spent: Spent; searches: string[] };

/** With their answers the newest 40 messages. */
const keptQuestions = 20;
const keptEntries = 400;
const searchCharacters = 500;

/**
 * What the calls of a question told others: of its reply, of the steps and helpers that worked for it, of its
 * other versions, and of the questions before it.
 */
export function createConsentLedgers(store: Store) {
  return {
    /** `places`: of its conversation, and of the workflow whose question it answers. */
    open(userId: string, places: readonly string[]) {
      const files = places.map((place) => paths.consentLedger(userId, place));
      return {
        /** Without what the group itself told. */
        async read(group: string): Promise<LedgerCounts> {
          const found = await Promise.all(files.map((file) => store.find(file)));
          return toTold(join(found.map((document) => readEntries(document?.data))), group);
        },

        /**
         * Notes a call, unless all that was told would be too much with `step`, which its group has told with
         * it. Of two calls at once that spend what is left one is noted.
         */
        note(entry: LedgerEntry, step: Spent): Promise<boolean> {
          return store.transaction(async (tx) => {
            const kept = (await tx.findMany(files)).map((document) => readEntries(document?.data));
            const { spent } = toTold(join(kept), entry.group);
            if (!entry.isAllowed && !isWithinFree(toSum(spent, step))) return false;
            const search = entry.search === null ? null : entry.search.slice(0, searchCharacters);
            for (const [index, file] of files.entries()) {
              const others = (kept[index] ?? []).filter(({ id }) => id !== entry.id);
              tx.set(file, toData({ entries: toKept([...others, { ...entry, search }]) }));
            }
            return true;
          });
        },
      };
    },
  };
}
export type ConsentLedgers = ReturnType<typeof createConsentLedgers>;
/** Throws for a ledger that cannot be read: it must not pass for an empty one. */
const readEntries = (data: unknown): LedgerEntry[] =>
  data === undefined ? [] : recordSchema.parse(data).entries;

function join(kept: readonly (readonly LedgerEntry[])[]): LedgerEntry[] {
  return [...new Map(kept.flat().map((entry) => [entry.id, entry])).values()];
}

function toTold(entries: readonly LedgerEntry[], group: string): LedgerCounts {
  const last = entries.findLastIndex(({ isAllowed }) => isAllowed);
  const others = entries.filter((entry) => entry.group !== group);
  return {
    spent: entries
      .slice(last + 1)
      .filter((entry) => entry.group !== group)
      .reduce((sum, { spent }) => toSum(sum, spent), nothingSpent),
    searches: others.flatMap(({ search }) => search ?? []),
  };
}

function toKept(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const questions = [...new Set(entries.map(({ questionId }) => questionId))].slice(-keptQuestions);
  return entries.filter(({ questionId }) => questions.includes(questionId)).slice(-keptEntries);
}
