import type { Transaction } from "@/lib/store/store";
import { toJobData, toJobId, type JobPlace } from "./jobs";
import { paths } from "./paths";

/** Whoever was at it while a document or a version of it went may still read and write for so long. */
export const lateMs = 120_000;

/** The files of one upload, and the document that they are of. */
export type VersionPlace = {
  userId: string;
  documentId: string;
  collectionId: string | null;
  version: string;
};

export function planDiscard(tx: Transaction, place: VersionPlace, dueAt: number): void {
  const job: JobPlace = { kind: "discard", ...place };
  tx.set(paths.job(toJobId(job)), toJobData({ ...job, dueAt, attempts: 0 }));
}
