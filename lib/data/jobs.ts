import { createHash } from "node:crypto";
import type { DocumentData, Store } from "@/lib/store/store";
import { z } from "zod";
import type { ConversationRecord } from "./conversations";
import { toData } from "./json";
import { paths } from "./paths";

/** `learn`: facts are read out of a conversation. `forget`: a temporary conversation is deleted. */
const jobKinds = ["learn", "forget"] as const;
export type JobKind = (typeof jobKinds)[number];

/** Work on a conversation for any instance, the next start or a scheduler. `attempts`: how often begun. */
const jobSchema = z.object({
  kind: z.enum(jobKinds),
  userId: z.string(),
  conversationId: z.string(),
  dueAt: z.number(),
  attempts: z.number().int(),
});
export type Job = z.output<typeof jobSchema>;
export type JobPlace = Pick<Job, "kind" | "userId" | "conversationId">;

const pageSize = 500;

export function createJobRecords(store: Store) {
  return {
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

    /** Takes a due job until `until`; `null` when somebody else has it, or it is gone. */
    claim(place: JobPlace, now: number, until: number): Promise<Job | null> {
      return store.transaction(async (tx) => {
        const job = jobSchema.safeParse((await tx.find(paths.job(toJobId(place))))?.data).data;
        if (job === undefined || job.dueAt > now) return null;
        const claimed: Job = { ...job, dueAt: until, attempts: job.attempts + 1 };
        tx.set(paths.job(toJobId(place)), toJobData(claimed));
        return claimed;
      });
    },

    /** Ends a claimed job or puts it off until `again`, unless somebody has taken or planned it since. */
    async settle(claimed: Job, again: number | null): Promise<void> {
      const path = paths.job(toJobId(claimed));
      await store.transaction(async (tx) => {
        const job = jobSchema.safeParse((await tx.find(path))?.data).data;
        if (job?.attempts !== claimed.attempts || job.dueAt !== claimed.dueAt) return;
        if (again === null) tx.delete(path);
        else tx.set(path, toJobData({ ...job, dueAt: again, attempts: 0 }));
      });
    },

    /** Of a person whose account ends. */
    async deleteOf(userId: string): Promise<void> {
      const page = await store.list({
        collection: paths.jobs,
        where: [{ field: "userId", op: "==", value: userId }],
        limit: pageSize,
      });
      for (const { path } of page.documents) await store.delete(path);
    },
  };
}
export type JobRecords = ReturnType<typeof createJobRecords>;

/** A conversation has at most one job of a kind. */
export function toJobId({ kind, userId, conversationId }: JobPlace): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, userId, conversationId]))
    .digest("hex")
    .slice(0, 32);
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
  conversation: ConversationRecord | null,
  { questionSeq, isLearnedFrom, now }: { questionSeq: number; isLearnedFrom: boolean; now: number },
): LearningPlan {
  const { learnedSeq, learningAt } = conversation ?? { learnedSeq: 0, learningAt: null };
  // What is said while nothing is learned stays unread for good.
  if (!isLearnedFrom) return { learnedSeq: questionSeq, learningAt, isNew: false };
  // An edited question has not been read.
  const readTo = Math.min(learnedSeq, questionSeq - 1);
  const unread = Math.ceil((questionSeq - readTo) / 2);
  const isPlanned = learningAt !== null && now < learningAt + givenUpMs;
  if (unread < messagesUntilLearning || isPlanned) return { learnedSeq: readTo, learningAt, isNew: false };
  return { learnedSeq: readTo, learningAt: now + quietMs, isNew: true };
}
