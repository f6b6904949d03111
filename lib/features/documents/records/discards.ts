import type { Transaction } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, scheduleJob } from "@/lib/data/jobs";

/** Whoever was at it while a document or a version of it went may still read and write for so long. */
export const lateMs = 120_000;

/** Files that nothing names any more go: those of one upload, by the document that they are of. */
export const discardJob = defineJob(
  "discard",
  { documentId: z.string(), collectionId: z.string().nullable(), version: z.string() },
  { toSubject: ({ version }) => version },
);
export type VersionPlace = Parameters<typeof discardJob.at>[0];

export function scheduleDiscard(tx: Transaction, place: VersionPlace, dueAt: number): void {
  scheduleJob(tx, discardJob.at(place), dueAt);
}
