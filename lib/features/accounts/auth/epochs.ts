import { createCached } from "@/lib/data/cached";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { authPaths } from "./auth-paths";

/** How long a cookie may stand for a session without the store being asked, in seconds. */
export const cookieCacheSeconds = 300;
const readEveryMs = 3_000;
/** A change is remembered until every cookie from before has run out, with a minute to spare for clocks. */
const rememberMs = (cookieCacheSeconds + 60) * 1000;

const epochsSchema = z.object({
  people: z
    .record(z.string(), z.object({ epoch: z.number(), at: z.number(), isGone: z.boolean().default(false) }))
    .default({}),
});
type Epochs = z.output<typeof epochsSchema>["people"];

/**
 * One small document names the people whose sessions or rights changed lately. Every instance reads it at
 * most once in 3 s; a cookie with another epoch than the person's is not believed, and the store is asked.
 */
export function createEpochs(store: Store, now: () => number) {
  const load = async (): Promise<Epochs> =>
    epochsSchema.parse((await store.find(authPaths.epochs))?.data ?? {}).people;
  const cached = createCached(load, { now, maxAgeMs: readEveryMs });

  return {
    /** What a cookie of this person has to carry. */
    async versionOf(userId: string): Promise<string> {
      const people = await cached.get();
      return String((Object.hasOwn(people, userId) ? people[userId]?.epoch : undefined) ?? 0);
    },

    /** `false` for people who were disabled or deleted in the last minutes. */
    async isStillAllowed(userId: string): Promise<boolean> {
      const people = await cached.get();
      return !(Object.hasOwn(people, userId) && people[userId]?.isGone === true);
    },

    /** Makes every instance ask the store about this person within 3 s. `isGone`: open streams end too. */
    async bump(userId: string, { isGone }: { isGone?: boolean } = {}): Promise<void> {
      const people = await store.transaction(async (tx) => {
        const before = epochsSchema.parse((await tx.find(authPaths.epochs))?.data ?? {}).people;
        const recent = Object.fromEntries(
          Object.entries(before).filter(([, { at }]) => now() - at < rememberMs),
        );
        const known = before[userId];
        const after = {
          ...recent,
          [userId]: {
            epoch: Math.max((known?.epoch ?? 0) + 1, now()),
            at: now(),
            isGone: isGone ?? known?.isGone ?? false,
          },
        };
        tx.set(authPaths.epochs, { people: after });
        return after;
      });
      cached.put(people);
    },
  };
}
export type EpochRecords = ReturnType<typeof createEpochs>;
