import { AppError } from "@/lib/errors";
import type { Rating } from "@/lib/protocol/ratings";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store, Transaction } from "@/lib/store/store";
import { keepWhole, readWhole, toMessageData } from "./messages";
import { paths } from "./paths";
import { readRun, toRunData } from "./runs";
import type { Statistics } from "./statistics";

type AnswerPlace = { userId: string; conversationId: string; messageId: string };

/** What people think of answers: kept with the message, which is read anyway, and with its run. */
export function createRatings(store: Store, blobs: BlobStore, statistics: Pick<Statistics, "recordLater">) {
  return {
    /** `null` takes it back. Throws `not_found`, and `invalid_request` for a question. */
    async rate(place: AnswerPlace, rating: Rating | null): Promise<void> {
      const record = await rateAnswer(store, blobs, place, rating);
      if (record === null) return;
      const is = (value: Rating["value"]) => Number(rating?.value === value);
      const was = (value: Rating["value"]) => Number(record.rating?.value === value);
      const later = { up: is("up") - was("up"), down: is("down") - was("down") };
      if (later.up !== 0 || later.down !== 0) await statistics.recordLater(record, later);
    },
  };
}

/** Gives the run as it was before, `null` where none is kept. */
async function rateAnswer(
  store: Store,
  blobs: BlobStore,
  { messageId, ...place }: AnswerPlace,
  rating: Rating | null,
): Promise<RunRecord | null> {
  const path = paths.message(place.userId, place.conversationId, messageId);
  return store.transaction(async (tx) => {
    const found = await tx.find(path);
    if (found === null) throw new AppError("not_found", "This answer does not exist.");
    const stored = await readWhole(blobs, place, found);
    if (stored.message.role !== "assistant")
      throw new AppError("invalid_request", "Only an answer can be rated.", {
        fields: { messageId: "name an answer" },
      });
    const { runId } = stored.message.metadata ?? {};
    const record = runId === undefined ? null : await findRun(tx, place.userId, runId);
    const metadata = { ...stored.message.metadata, rating: rating ?? undefined };
    const rated = { ...stored, message: { ...stored.message, metadata } };
    tx.set(path, toMessageData(rated, await keepWhole(blobs, place, rated)));
    if (record !== null)
      tx.set(paths.run(place.userId, record.id), toRunData({ ...record, rating: rating ?? undefined }));
    return record;
  });
}

async function findRun(tx: Transaction, userId: string, runId: string): Promise<RunRecord | null> {
  const found = await tx.find(paths.run(userId, runId));
  return found === null ? null : readRun(found.data);
}
