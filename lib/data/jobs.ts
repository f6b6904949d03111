import { createHash } from "node:crypto";
import type { DocumentData, Store, StoredDocument, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { toData } from "./json";
import { paths } from "./paths";

/** `attempts`: how often begun. `isAskedAgain`: it was asked for while somebody was at it. */
const jobSchema = z.looseObject({
  ...{ kind: z.string(), userId: z.string(), dueAt: z.number(), attempts: z.number().int() },
  isAskedAgain: z.boolean().optional(),
});

/** Which work is meant, with the fields of its kind. The same work has the same `id`. */
export type JobPlace = { id: string; kind: string; userId: string; [field: string]: unknown };
/** Work for any instance, the next start or a scheduler. */
export type Job = JobPlace & z.output<typeof jobSchema>;

export type JobKind<FIELDS> = {
  name: string;
  /** It waits for models or reads whole documents: it is done beside the others. */
  isSlow: boolean;
  /**
   * A job that its worker neither settled nor claimed on is taken again after so long, doubled with each
   * attempt.
   */
  claimMs: number;
  at: (fields: FIELDS) => JobPlace;
  /** `null` where it is of another kind, or cannot be read. */
  read: (job: JobPlace) => FIELDS | null;
};

type Fields<SHAPE extends z.ZodRawShape> = { userId: string } & {
  [NAME in keyof SHAPE]: z.output<SHAPE[NAME]>;
};
type JobTraits<FIELDS> = {
  /** What makes two of them the same for a person; all fields where nothing is said. */
  toSubject?: (fields: FIELDS) => string;
  isSlow?: boolean;
  claimMs?: number;
};

/** A kind of job with its fields. A person (`site` for the site) has at most one with the same subject. */
export function defineJob<SHAPE extends z.ZodRawShape>(
  name: string,
  shape: SHAPE,
  { toSubject = joinFields, isSlow = false, claimMs = 300_000 }: JobTraits<Fields<SHAPE>> = {},
): JobKind<Fields<SHAPE>> {
  const schema = z.object({ userId: z.string(), ...shape });
  const parse = (job: object) => schema.safeParse(job).data as Fields<SHAPE> | undefined;
  return {
    ...{ name, isSlow, claimMs },
    at(given) {
      const fields = parse(given) ?? given;
      const subject = JSON.stringify([name, fields.userId, toSubject(fields)]);
      const id = createHash("sha256").update(subject).digest("hex").slice(0, 32);
      return { kind: name, ...fields, id };
    },
    read: (job) => (job.kind === name ? (parse(job) ?? null) : null),
  };
}

/** In the order in which they are defined. */
const joinFields = ({ userId: _userId, ...fields }: { userId: string }): string =>
  Object.values(fields).join(" ");

export function createJobRecords(store: Store) {
  return {
    ...createClaims(store),

    /** The longest overdue first. Unreadable ones are left out. */
    async listDue(now: number, limit: number): Promise<Job[]> {
      const page = await store.list({
        collection: paths.jobs,
        where: [{ field: "dueAt", op: "<=", value: now }],
        orderBy: { field: "dueAt", direction: "asc" },
        limit,
      });
      return page.documents.flatMap((document) => toJob(document) ?? []);
    },

    /** Schedules it, in the place of the same one scheduled before. */
    async schedule(place: JobPlace, dueAt: number): Promise<void> {
      await store.set(paths.job(place.id), toJobData({ ...place, dueAt, attempts: 0 }));
    },
  };
}
export type JobRecords = ReturnType<typeof createJobRecords>;

function createClaims(store: Store) {
  return {
    /** Takes a due job until `until`; `null` when somebody else has it, or it is gone. */
    claim({ id }: Pick<JobPlace, "id">, now: number, until: number): Promise<Job | null> {
      return store.transaction(async (tx) => {
        const job = toJob(await tx.find(paths.job(id)));
        if (job === null || job.dueAt > now) return null;
        const claimed: Job = { ...job, dueAt: until, attempts: job.attempts + 1, isAskedAgain: false };
        tx.set(paths.job(id), toJobData(claimed));
        return claimed;
      });
    },

    /** Keeps a claimed job for longer; `null` when it is somebody else's by now, or gone. */
    renew(claimed: Job, until: number): Promise<Job | null> {
      const path = paths.job(claimed.id);
      return store.transaction(async (tx) => {
        const job = toJob(await tx.find(path));
        if (job?.attempts !== claimed.attempts || job.dueAt !== claimed.dueAt) return null;
        const renewed: Job = { ...job, dueAt: until };
        tx.set(path, toJobData(renewed));
        return renewed;
      });
    },

    /**
     * Ends a claimed job or puts it off until `again`, unless somebody has taken or scheduled it since. What
     * was asked for meanwhile is due at once.
     */
    async settle(claimed: Job, again: number | null): Promise<void> {
      const path = paths.job(claimed.id);
      await store.transaction(async (tx) => {
        const job = toJob(await tx.find(path));
        if (job?.attempts !== claimed.attempts || job.dueAt !== claimed.dueAt) return;
        const dueAt = job.isAskedAgain === true ? 0 : again;
        if (dueAt === null) tx.delete(path);
        else tx.set(path, toJobData({ ...job, dueAt, attempts: 0, isAskedAgain: false }));
      });
    },
  };
}

/** Schedules a job in the place of the same one scheduled before; `null` takes it back. */
export function scheduleJob(
  tx: Pick<Transaction, "set" | "delete">,
  place: JobPlace,
  dueAt: number | null,
): void {
  if (dueAt === null) tx.delete(paths.job(place.id));
  else tx.set(paths.job(place.id), toJobData({ ...place, dueAt, attempts: 0 }));
}

/**
 * Makes a job due now, or, where somebody is at it, once more when they are done: two never do the same at
 * once. `found` was read in the same transaction.
 */
export function askForJob(
  tx: Transaction,
  place: JobPlace,
  found: StoredDocument | null | undefined,
  now: number,
): void {
  const job = toJob(found ?? null);
  const isTaken = job !== null && job.attempts > 0 && job.dueAt > now;
  if (isTaken) tx.set(paths.job(job.id), toJobData({ ...job, isAskedAgain: true }));
  else scheduleJob(tx, place, now);
}

function toJob(document: StoredDocument | null): Job | null {
  const job = jobSchema.safeParse(document?.data).data;
  return document === null || job === undefined ? null : { ...job, id: document.id };
}

function toJobData({ id: _id, ...job }: Job): DocumentData {
  return toData(job);
}
