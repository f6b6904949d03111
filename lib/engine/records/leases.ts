import type { DocumentData, Patch, Store, StoredDocument } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/** How long a silent worker keeps its run; by the store's clock, which no instance's own can falsify. */
export const leaseMs = 15_000;
export const heartbeatMs = 5_000;

/**
 * What a run has set aside until a minute of the epoch is over, of the person's money and of the day of an
 * agent; `runs` is 1.
 */
const setAsideSchema = z.object({
  ...{ microUsd: z.number(), minute: z.number(), runs: z.number() },
  agentDay: z.object({ id: z.string(), cents: z.number() }).nullable(),
});
export type SetAside = z.output<typeof setAsideSchema>;

/**
 * Who makes a run. `epoch` counts its workers; `plan`: what one needs to go on; `steers`: the person's words
 * for the reply, in the order of `at`. `endedAt`: the reply is saved, what lies below is waste. `silentMs`:
 * the worker's silence when another last wrote here; `crashes`: workers that did not let go. While `waiting`
 * is set nobody goes on: the person is asked, by these approvals, until then, for `answers`. `edits`: what
 * the person changes in its plan.
 */
const leaseSchema = z.object({
  userId: z.string(),
  conversationId: z.string(),
  owner: z.string(),
  epoch: z.number().int(),
  beatAt: z.number(),
  silentMs: z.number(),
  crashes: z.number().int(),
  isReleased: z.boolean(),
  isStopAsked: z.boolean(),
  endedAt: z.number().nullable(),
  plan: z.string(),
  setAside: setAsideSchema.nullable().default(null),
  steers: z.record(
    z.string(),
    z.object({ text: z.string(), at: z.number(), isTakenBack: z.boolean().exactOptional() }),
  ),
  waiting: z
    .object({ until: z.number(), for: z.array(z.string()) })
    .nullable()
    .default(null),
  answers: z.record(z.string(), z.object({ answer: z.string(), at: z.number() })).default({}),
  edits: z.record(z.string(), z.object({ edit: z.string(), at: z.number() })).default({}),
});
export type Lease = z.output<typeof leaseSchema>;
/** `ageMs`: since the worker spoke. `waitMs`: what the person has left to answer; `null` if not asked. */
export type HeldLease = { runId: string; lease: Lease; ageMs: number; waitMs: number | null };
export type Steer = { id: string; text: string };

const pageSize = 500;
/** How many leases are looked at for the store's clock. */
const newestCount = 20;

/** Who makes each run, and what it is asked. Times are given by `now` and kept by the store's clock. */
export function createLeases(store: Store, now: () => number = Date.now) {
  const { learn, isKnown, toStoreTime } = createStoreClock(now);

  function see(document: StoredDocument | null): HeldLease | null {
    if (document !== null) learn(document);
    return toHeld(document);
  }

  /** Learns the store's time; gives what a clock ahead of it stamped: such a lease looks alive that long. */
  async function listAhead(): Promise<HeldLease[]> {
    if (isKnown()) return [];
    const page = await store.list({
      collection: paths.leases,
      orderBy: { field: "beatAt", direction: "desc" },
      limit: newestCount,
    });
    const newest = page.documents.flatMap((document) => see(document) ?? []);
    return newest.filter(({ lease }) => lease.beatAt > toStoreTime(now()) + heartbeatMs);
  }

  return {
    ...createCommands(store, toStoreTime),
    ...createClaims(store, toStoreTime),
    ...createWaits(store, toStoreTime),

    find: async (runId: string): Promise<HeldLease | null> => see(await store.find(paths.lease(runId))),

    /**
     * Runs whose worker was last heard of before `beatBefore`, those that ended among them, the oldest first;
     * now and then also some whose time nobody can believe. Whether a worker is silent, its age says.
     */
    async listSilent(beatBefore: number, limit: number): Promise<HeldLease[]> {
      const ahead = await listAhead();
      const page = await store.list({
        collection: paths.leases,
        where: [{ field: "beatAt", op: "<", value: toStoreTime(beatBefore) }],
        orderBy: { field: "beatAt", direction: "asc" },
        limit,
      });
      return [...page.documents.flatMap((document) => see(document) ?? []), ...ahead];
    },

    /** Those that were written last; such as wait for their person are among the first. */
    listNewest: (limit: number): Promise<HeldLease[]> => listNewest(store, limit),

    /** Tells of the lease now and after each change; `null` when it is gone. */
    watch: (runId: string, onChange: (held: HeldLease | null) => void): (() => void) =>
      store.watch(paths.lease(runId), (document) => onChange(see(document))),

    /** Removes the lease and its log, when the reply is saved or nobody waits for it any more. */
    async delete(runId: string): Promise<void> {
      await store.deleteTree(paths.lease(runId));
    },

    listOf: (userId: string): Promise<string[]> => listRunsOf(store, userId),
  };
}

async function listRunsOf(store: Store, userId: string): Promise<string[]> {
  const page = await store.list({
    collection: paths.leases,
    where: [{ field: "userId", op: "==", value: userId }],
    limit: pageSize,
  });
  return page.documents.map(({ id }) => id);
}

async function listNewest(store: Store, limit: number): Promise<HeldLease[]> {
  const page = await store.list({
    collection: paths.leases,
    orderBy: { field: "beatAt", direction: "desc" },
    limit,
  });
  return page.documents.flatMap((document) => toHeld(document) ?? []);
}

export type Leases = ReturnType<typeof createLeases>;

/** How a run goes from one worker to the next. */
function createClaims(store: Store, toStoreTime: (moment: number) => number) {
  return {
    /** Lets another worker go on at once. Nothing happens when another one has it already. */
    async release(runId: string, epoch: number): Promise<void> {
      await store.transaction(async (tx) => {
        const held = toHeld(await tx.find(paths.lease(runId)));
        if (held?.lease.epoch === epoch && held.lease.endedAt === null)
          tx.update(paths.lease(runId), { isReleased: true, beatAt: 0 });
      });
    },

    /** `null` when the run is over, or its worker may be alive; `isAlone`: no other process can be. */
    take(
      runId: string,
      { owner, now, isAlone }: { owner: string; now: number; isAlone: boolean },
    ): Promise<HeldLease | null> {
      return store.transaction(async (tx) => {
        const held = toHeld(await tx.find(paths.lease(runId)));
        if (held === null || held.lease.endedAt !== null) return null;
        if (held.waitMs !== null || !(isAlone || held.lease.isReleased || held.ageMs > leaseMs)) return null;
        const lease: Lease = {
          ...held.lease,
          waiting: null,
          owner,
          epoch: held.lease.epoch + 1,
          beatAt: toStoreTime(now),
          silentMs: 0,
          crashes: held.lease.crashes + (held.lease.isReleased ? 0 : 1),
          isReleased: false,
        };
        tx.set(paths.lease(runId), toLeaseData(lease));
        return { ...held, lease };
      });
    },
  };
}

export type KeptAnswer = "kept" | "complete" | "decided" | "late" | "gone";

/** How a run waits for the person, without a worker. */
function createWaits(store: Store, toStoreTime: (moment: number) => number) {
  return {
    /** Lets go of the run until all approvals are answered or time is up. `false`: another worker has it. */
    wait: (
      runId: string,
      epoch: number,
      { until, approvals }: { until: number; approvals: string[] },
    ): Promise<boolean> =>
      store.transaction(async (tx) => {
        const held = toHeld(await tx.find(paths.lease(runId)));
        const isOwn = held?.lease.epoch === epoch && held.lease.endedAt === null;
        const due = toStoreTime(until);
        // Those who look for silent workers find it when its time is over.
        if (isOwn)
          tx.update(paths.lease(runId), {
            isReleased: true,
            waiting: { until: due, for: approvals },
            beatAt: due - leaseMs,
          });
        return isOwn;
      }),

    /** Keeps an answer of the person; with the last one (`complete`) the run is free. */
    answer: (
      runId: string,
      { id, answer, now }: { id: string; answer: string; now: number },
    ): Promise<KeptAnswer> =>
      store.transaction(async (tx) => {
        const held = toHeld(await tx.find(paths.lease(runId)));
        if (held === null || held.lease.endedAt !== null) return "gone";
        const { waiting, answers } = held.lease;
        if (answers[id] !== undefined) return "decided";
        if (waiting === null || held.waitMs === null || !waiting.for.includes(id)) return "late";
        const isComplete = waiting.for.every((each) => each === id || answers[each] !== undefined);
        tx.update(paths.lease(runId), {
          [`answers.${id}`]: { answer, at: toStoreTime(now) },
          ...(isComplete ? { waiting: null, beatAt: 0 } : {}),
        });
        return isComplete ? "complete" : "kept";
      }),
  };
}

/** A stop frees a run that waits. */
function isWaiting({ waiting, isStopAsked }: Lease, at: number): boolean {
  return waiting !== null && !isStopAsked && at < waiting.until;
}

/** What is said to or by a run's worker. Each gives `false` when there is no such run any more. */
function createCommands(store: Store, toStoreTime: (moment: number) => number) {
  /** Others say something without making the worker seem alive. */
  function tell(runId: string, patch: Patch): Promise<boolean> {
    return store.transaction(async (tx) => {
      const held = toHeld(await tx.find(paths.lease(runId)));
      if (held !== null) tx.update(paths.lease(runId), { ...patch, silentMs: held.ageMs });
      return held !== null;
    });
  }
  return {
    /** `false` when the run is another worker's, or over. */
    beat: (runId: string, epoch: number, now: number): Promise<boolean> =>
      store.transaction(async (tx) => {
        const held = toHeld(await tx.find(paths.lease(runId)));
        const isOwn = held?.lease.epoch === epoch && held.lease.endedAt === null;
        if (isOwn) tx.update(paths.lease(runId), { beatAt: toStoreTime(now), silentMs: 0 });
        return isOwn;
      }),
    askToStop: (runId: string) => tell(runId, { isStopAsked: true }),
    edit: (runId: string, { id, edit }: { id: string; edit: string }, now: number) =>
      tell(runId, { [`edits.${id}`]: { edit, at: toStoreTime(now) } }),
    steer: (runId: string, { id, text }: Steer, now: number) =>
      tell(runId, { [`steers.${id}`]: { text, at: toStoreTime(now) } }),
    /** Nothing of the words is left. */
    takeBack: (runId: string, id: string, now: number) =>
      tell(runId, { [`steers.${id}`]: { text: "", at: toStoreTime(now), isTakenBack: true } }),
  };
}

export function toLeaseData(lease: Lease): DocumentData {
  return toData(lease);
}

/** One of another version that cannot be read counts as gone: its conversation must not wait for ever. */
export function toHeld(document: StoredDocument | null): HeldLease | null {
  const parsed = document === null ? null : leaseSchema.safeParse(document.data);
  if (document === null || parsed?.success !== true) return null;
  const { data: lease } = parsed;
  const waitMs = isWaiting(lease, document.readAt) ? (lease.waiting?.until ?? 0) - document.readAt : null;
  return { runId: document.id, lease, ageMs: lease.silentMs + document.readAt - document.updatedAt, waitMs };
}

/** How long what was learned of the store's clock holds: somebody may set this machine's. */
const keptMs = 60_000;

/** The store's clock, as the newest document read says, beside this process's, which is `now`. */
function createStoreClock(now: () => number) {
  let learned: { aheadMs: number; at: number } | null = null;
  return {
    learn({ readAt }: StoredDocument): void {
      learned = { aheadMs: readAt - now(), at: now() };
    },
    isKnown: (): boolean => learned !== null && Math.abs(now() - learned.at) < keptMs,
    /** A moment by this process's clock, as the store would call it. */
    toStoreTime: (moment: number): number => moment + (learned?.aheadMs ?? 0),
  };
}
