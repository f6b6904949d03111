import { createHash } from "node:crypto";
import type { DocumentData, Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import type { ConversationRecord } from "./conversations";
import { deleteEach } from "./delete-each";
import { toData } from "./json";
import { paths } from "./paths";

/** `attempts`: how often begun. `isAskedAgain`: it was asked for while somebody was at it. */
const common = {
  userId: z.string(),
  dueAt: z.number(),
  attempts: z.number().int(),
  isAskedAgain: z.boolean().optional(),
};

/**
 * Work for any instance, the next start or a scheduler. `learn`: facts are read out of a conversation.
 * `recall`: what a person said is indexed.
 * `forget`: a temporary conversation is deleted. `read`: a document is read and indexed, or what is found by
 * is brought up to date. `discard`: files that nothing names any more go. `clear`: what is left of a
 * collection goes. `workflow`: a workflow is asked at its time. `remind`: the person is told by mail that a
 * reply waits for them. `experiment`: questions are asked with two settings, in the name of who compares
 * them. `nightly`: the questions of each night are asked at their time. `tell`: an alert is told on one of
 * its channels. Of these two the `userId` is `site`.
 */
const jobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("learn"), conversationId: z.string(), ...common }),
  z.object({ kind: z.literal("recall"), ...common }),
  z.object({ kind: z.literal("forget"), conversationId: z.string(), ...common }),
  z.object({ kind: z.literal("read"), documentId: z.string(), ...common }),
  z.object({
    kind: z.literal("discard"),
    version: z.string(),
    documentId: z.string(),
    collectionId: z.string().nullable(),
    ...common,
  }),
  z.object({ kind: z.literal("clear"), collectionId: z.string(), ...common }),
  z.object({ kind: z.literal("workflow"), workflowId: z.string(), ...common }),
  z.object({ kind: z.literal("experiment"), experimentId: z.string(), ...common }),
  z.object({ kind: z.literal("nightly"), ...common }),
  z.object({
    kind: z.literal("remind"),
    ...{ conversationId: z.string(), runId: z.string(), waitId: z.string() },
    ...common,
  }),
  z.object({
    kind: z.literal("tell"),
    ...{ alertId: z.string(), event: z.enum(["opened", "resolved"]), channel: z.enum(["mail", "webhook"]) },
    ...common,
  }),
]);
export type Job = z.output<typeof jobSchema>;
export type JobKind = Job["kind"];
export type JobOf<KIND extends JobKind> = Extract<Job, { kind: KIND }>;
type WithoutTime<JOB> = JOB extends Job ? Omit<JOB, "dueAt" | "attempts" | "isAskedAgain"> : never;
export type JobPlace = WithoutTime<Job>;

export function createJobRecords(store: Store) {
  return {
    ...createClaims(store),

    /** The longest due first. What cannot be read is left out. */
    async listDue(now: number, limit: number): Promise<Job[]> {
      const page = await store.list({
        collection: paths.jobs,
        where: [{ field: "dueAt", op: "<=", value: now }],
        orderBy: { field: "dueAt", direction: "asc" },
        limit,
      });
      return page.documents.flatMap(({ data }) => jobSchema.safeParse(data).data ?? []);
    },

    /** Plans it, in the place of the same one planned before. */
    async plan(place: JobPlace, dueAt: number): Promise<void> {
      await store.set(paths.job(toJobId(place)), toJobData({ ...place, dueAt, attempts: 0 }));
    },

    /** Of a person whose account ends. */
    deleteOf: (userId: string): Promise<void> =>
      deleteEach(store, paths.jobs, { field: "userId", op: "==", value: userId }),
  };
}
export type JobRecords = ReturnType<typeof createJobRecords>;

function createClaims(store: Store) {
  return {
    /** Takes a due job until `until`; `null` when somebody else has it, or it is gone. */
    claim(place: JobPlace, now: number, until: number): Promise<Job | null> {
      return store.transaction(async (tx) => {
        const job = jobSchema.safeParse((await tx.find(paths.job(toJobId(place))))?.data).data;
        if (job === undefined || job.dueAt > now) return null;
        const claimed: Job = { ...job, dueAt: until, attempts: job.attempts + 1, isAskedAgain: false };
        tx.set(paths.job(toJobId(place)), toJobData(claimed));
        return claimed;
      });
    },

    /** Keeps a claimed job for longer; `null` when it is somebody else's by now, or gone. */
    renew(claimed: Job, until: number): Promise<Job | null> {
      const path = paths.job(toJobId(claimed));
      return store.transaction(async (tx) => {
        const job = jobSchema.safeParse((await tx.find(path))?.data).data;
        if (job?.attempts !== claimed.attempts || job.dueAt !== claimed.dueAt) return null;
        const renewed: Job = { ...job, dueAt: until };
        tx.set(path, toJobData(renewed));
        return renewed;
      });
    },

    /**
     * Ends a claimed job or puts it off until `again`, unless somebody has taken or planned it since. What
     * was asked for meanwhile is due at once.
     */
    async settle(claimed: Job, again: number | null): Promise<void> {
      const path = paths.job(toJobId(claimed));
      await store.transaction(async (tx) => {
        const job = jobSchema.safeParse((await tx.find(path))?.data).data;
        if (job?.attempts !== claimed.attempts || job.dueAt !== claimed.dueAt) return;
        const dueAt = job.isAskedAgain === true ? 0 : again;
        if (dueAt === null) tx.delete(path);
        else tx.set(path, toJobData({ ...job, dueAt, attempts: 0, isAskedAgain: false }));
      });
    },
  };
}

/**
 * Makes a job due now, or, where somebody is at it, once more when they are done: two never do the same at
 * once. `found` was read in the same transaction.
 */
export function askForJob(
  tx: Transaction,
  place: JobPlace,
  found: DocumentData | undefined,
  now: number,
): void {
  const job = jobSchema.safeParse(found).data;
  const isTaken = job !== undefined && job.attempts > 0 && job.dueAt > now;
  const asked: Job = isTaken ? { ...job, isAskedAgain: true } : { ...place, dueAt: now, attempts: 0 };
  tx.set(paths.job(toJobId(place)), toJobData(asked));
}

/** A conversation, a document, a version, a collection and a question have at most one job of a kind. */
export function toJobId(place: JobPlace): string {
  return createHash("sha256")
    .update(JSON.stringify([place.kind, place.userId, toSubject(place)]))
    .digest("hex")
    .slice(0, 32);
}

function toSubject(place: JobPlace): string {
  switch (place.kind) {
    case "learn":
    case "forget":
      return place.conversationId;
    case "read":
      return place.documentId;
    case "discard":
      return place.version;
    case "clear":
      return place.collectionId;
    case "workflow":
      return place.workflowId;
    case "experiment":
      return place.experimentId;
    case "nightly":
    case "recall":
      return "";
    case "remind":
      return `${place.runId} ${place.waitId}`;
    case "tell":
      return `${place.alertId} ${place.event} ${place.channel}`;
  }
}
export function toJobData(job: Job): DocumentData {
  return toData(job);
}

/** After so many messages of the person, and so long a quiet, a conversation is read for facts. */
const messagesUntilLearning = 5;
export const quietMs = 120_000;

type LearningPlan = { learnedSeq: number; learningAt: number | null; isNew: boolean };

/** Learning that is planned and does not happen for so long was given up: it is planned anew. */
const givenUpMs = 86_400_000;

/** When to read for facts, as the next question is asked. Up to `learnedSeq` all is read, or not to be. */
export function planLearning(
  { learnedSeq, learningAt }: Pick<ConversationRecord, "learnedSeq" | "learningAt">,
  { questionSeq, isLearnedFrom, now }: { questionSeq: number; isLearnedFrom: boolean; now: number },
): LearningPlan {
  // What is said while nothing is learned stays unread for good.
  if (!isLearnedFrom) return { learnedSeq: Math.max(learnedSeq, questionSeq), learningAt, isNew: false };
  const unread = Math.ceil((questionSeq - learnedSeq) / 2);
  const isPlanned = learningAt !== null && now < learningAt + givenUpMs;
  if (unread < messagesUntilLearning || isPlanned) return { learnedSeq, learningAt, isNew: false };
  return { learnedSeq, learningAt: now + quietMs, isNew: true };
}
