import { z } from "zod";
import { AppError } from "@/lib/errors";
import { ratingReasons, type Rating, type RatingRow, type RatingsReply } from "./shape";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { BlobStore } from "@/lib/store/blobs";
import type { DocumentData, Store, Transaction } from "@/lib/store/store";
import { toData } from "@/lib/data/json";
import { keepWhole, readWhole, toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { readRun, toRunData } from "@/lib/engine/records/runs";
import type { Statistics } from "@/lib/features/statistics/records/statistics";

type AnswerPlace = { userId: string; conversationId: string; messageId: string };

/** What people think of answers: kept with the message, which is read anyway, and with its run. */
export function createRatings(
  store: Store,
  blobs: BlobStore,
  { statistics, now }: { statistics: Pick<Statistics, "recordLater">; now: () => number },
) {
  return {
    /** Of all people, newest first. */
    list: (query: RatingsQuery): Promise<RatingsReply> => listRatings(store, query),

    /** All of them as lines of JSON. */
    async *export(value?: Rating["value"]): AsyncGenerator<string> {
      let cursor: string | null | undefined;
      do {
        const page: RatingsReply = await listRatings(store, { value, limit: 500, cursor });
        for (const rating of page.ratings) yield `${JSON.stringify(rating)}\n`;
        ({ cursor } = page);
      } while (cursor !== null);
    },

    /**
     * `null` takes it back. Says whether the person had rated it otherwise before. Throws `not_found`, and
     * `invalid_request` for a question.
     */
    async rate(place: AnswerPlace, rating: Rating | null): Promise<boolean> {
      const record = await rateAnswer(store, blobs, place, { rating, now: now() });
      if (record === null) return false;
      const is = (value: Rating["value"]) => Number(rating?.value === value);
      const was = (value: Rating["value"]) => Number(record.rating?.value === value);
      const later = { up: is("up") - was("up"), down: is("down") - was("down") };
      const isOther = later.up !== 0 || later.down !== 0;
      if (isOther) await statistics.recordLater(record, later);
      return isOther;
    },
  };
}

/** Gives the run as it was before, `null` where none is kept. */
async function rateAnswer(
  store: Store,
  blobs: BlobStore,
  { messageId, ...place }: AnswerPlace,
  { rating, now }: { rating: Rating | null; now: number },
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
    if (record === null) return null;
    tx.set(paths.run(place.userId, record.id), toRunData({ ...record, rating: rating ?? undefined }));
    if (rating === null) tx.delete(paths.rating(record.id));
    else tx.set(paths.rating(record.id), toRatingData(place.userId, record, rating, now));
    return record;
  });
}

async function findRun(tx: Transaction, userId: string, runId: string): Promise<RunRecord | null> {
  const found = await tx.find(paths.run(userId, runId));
  return found === null ? null : readRun(found.data);
}

type RatingsQuery = {
  value?: Rating["value"] | undefined;
  limit: number;
  cursor?: string | null | undefined;
};

const rowSchema = z.object({
  userId: z.string(),
  conversationId: z.string(),
  at: z.number(),
  value: z.enum(["up", "down"]),
  reasons: z.array(z.enum(ratingReasons)),
  model: z.string(),
  agent: z.string().nullable(),
  style: z.string(),
  mode: z.string(),
});

/** Without the words that the person wrote. */
function toRatingData(
  userId: string,
  run: RunRecord,
  { value, reasons = [] }: Rating,
  at: number,
): DocumentData {
  const { conversationId, model, style, mode } = run;
  const row = {
    userId,
    conversationId,
    at,
    value,
    reasons,
    model,
    agent: run.agent?.name ?? null,
    style,
    mode,
  };
  return toData(row satisfies Omit<RatingRow, "runId">);
}

async function listRatings(store: Store, { value, limit, cursor }: RatingsQuery): Promise<RatingsReply> {
  const page = await store.list({
    collection: paths.ratings,
    where: value === undefined ? [] : [{ field: "value", op: "==", value }],
    orderBy: { field: "at", direction: "desc" },
    limit,
    cursor: cursor ?? undefined,
  });
  const ratings = page.documents.flatMap(({ id, data }) => {
    const row = rowSchema.safeParse(data).data;
    return row === undefined ? [] : [{ runId: id, ...row }];
  });
  return { ratings, cursor: page.cursor };
}
