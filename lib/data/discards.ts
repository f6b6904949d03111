import type { Transaction } from "@/lib/store/store";
import { z } from "zod";
import { defineJob, planJob } from "./jobs";

/** Whoever was at it while a document or a version of it went may still read and write for so long. */
export const lateMs = 120_000;

const versionSchema = z.object({
  ...{ userId: z.string(), documentId: z.string() },
  ...{ collectionId: z.string().nullable(), version: z.string() },
});
/** The files of one upload, and the document that they are of. */
export type VersionPlace = z.output<typeof versionSchema>;

/** Files that nothing names any more go. */
export const discardJob = defineJob("discard", versionSchema, ({ version }) => version);

export function planDiscard(tx: Transaction, place: VersionPlace, dueAt: number): void {
  planJob(tx, discardJob.at(place), dueAt);
}
