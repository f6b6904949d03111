import { experimentStates } from "@/lib/features/laboratory/shape/laboratory";
import {
  keptNights,
  nightlyMeasures,
  nightlySchema,
  type Night,
  type Nightly,
  type NightlyState,
} from "@/lib/features/laboratory/shape/nightly";
import type { Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { toNextTime } from "@/lib/data/schedule";

/** `userId`: in whose name it is asked. `before`: the night that the next one is compared with. */
export type NightlyRecord = NightlyState & { userId: string; before: string | null };

const shareSchema = z.object({ count: z.number(), of: z.number(), low: z.number(), high: z.number() });
const winsSchema = z.object({ live: z.number(), draft: z.number(), tie: z.number(), p: z.number() });
const nightSchema: z.ZodType<Night> = z.object({
  ...{ experimentId: z.string(), at: z.number(), costMicroUsd: z.number() },
  ...{ state: z.enum(experimentStates), reason: z.string().nullable() },
  ...{ passed: shareSchema, passes: winsSchema, judged: winsSchema },
  worse: z.array(z.enum(nightlyMeasures)),
});
const recordSchema: z.ZodType<NightlyRecord> = nightlySchema.extend({
  userId: z.string(),
  nextAt: z.number().nullable(),
  problem: z.object({ code: z.string(), at: z.number() }).nullable(),
  before: z.string().nullable(),
  nights: z.array(nightSchema),
});

/** The questions of each night are asked at their time. */
export const nightlyJob = defineJob("nightly", {});

/** The questions that the site asks itself each night, with the job that begins it. */
export function createNightly(store: Store, now: () => number) {
  const change = <T>(work: (tx: Transaction, found: NightlyRecord) => T): Promise<T | null> =>
    store.transaction(async (tx) => {
      const found = await find(tx);
      return found === null ? null : work(tx, found);
    });
  return {
    find: (): Promise<NightlyRecord | null> => find(store),

    /** The newest night is from now on what others are compared with. */
    save(userId: string, asked: Nightly): Promise<NightlyRecord> {
      return store.transaction(async (tx) => {
        const found = await find(tx);
        const nights = found?.nights ?? [];
        const nextAt = asked.isOn ? toNext(asked, now()) : null;
        const before = nights.find(({ state }) => state === "done")?.experimentId ?? null;
        const record: NightlyRecord = { ...asked, userId, nextAt, problem: null, before, nights };
        tx.set(paths.nightly, toData(record));
        scheduleJob(tx, nightlyJob.at({ userId: "site" }), nextAt);
        return record;
      });
    },

    /** How the time `dueAt` went, and when the next one is; those that were missed meanwhile are left out. */
    settle: (dueAt: number, problem: string | null): Promise<number | null> =>
      change((tx, found) => {
        if (found.nextAt !== dueAt) return found.nextAt;
        const nextAt = toNext(found, now());
        const noted = problem === null ? null : { code: problem, at: now() };
        tx.set(paths.nightly, toData({ ...found, nextAt, problem: noted }));
        return nextAt;
      }),

    /** The same one again is kept once. `isBefore`: the next one is compared with it. */
    async addNight(night: Night, isBefore: boolean): Promise<void> {
      await change((tx, found) => {
        const others = found.nights.filter(({ experimentId }) => experimentId !== night.experimentId);
        const nights = [night, ...others].sort((a, b) => b.at - a.at).slice(0, keptNights);
        const before = isBefore ? night.experimentId : found.before;
        tx.set(paths.nightly, toData({ ...found, nights, before }));
      });
    },
  };
}
export type NightlyRecords = ReturnType<typeof createNightly>;

async function find(reader: Pick<Store, "find">): Promise<NightlyRecord | null> {
  const found = await reader.find(paths.nightly);
  return found === null ? null : recordSchema.parse(found.data);
}

function toNext({ at, timezone }: Nightly, after: number): number {
  return toNextTime({ kind: "daily", at }, { timezone, after, last: null });
}
