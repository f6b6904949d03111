import { AppError } from "@/lib/errors";
import type { DocumentData, Store } from "@/lib/store/store";
import { z } from "zod";
import { authPaths } from "./auth-paths";

/** What is being guessed at: an account's password, from a known device too, or anything from one address. */
export type AttemptKey = { kind: "account" | "device" | "client" | "mail"; value: string };

const freeAttempts = 5;
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;
const sweptAtOnce = 20;
const recordSchema = z.object({ count: z.number(), until: z.number(), expiresAt: z.number() });
type Attempts = z.output<typeof recordSchema>;

/**
 * Counts attempts in the store, so that all instances share the waits. An attempt counts before it is judged:
 * many at once get no further than as many in a row. After 15 minutes of quiet a count is forgotten.
 */
export function createAttempts(store: Store, now: () => number) {
  async function sweep(): Promise<void> {
    const page = await store.list({
      collection: authPaths.attempts,
      where: [{ field: "expiresAt", op: "<", value: now() }],
      orderBy: { field: "expiresAt", direction: "asc" },
      limit: sweptAtOnce,
    });
    if (page.documents.length > 0)
      await store.batch(page.documents.map(({ path }) => ({ kind: "delete", path })));
  }

  return {
    /** Throws `quota_exhausted` with `retryAfter` while a key has to wait; else counts one for each. */
    async begin(keys: AttemptKey[]): Promise<void> {
      const found = keys.map(({ kind, value }) => authPaths.attempt(kind, value));
      const isNew = await store.transaction(async (tx) => {
        const records = (await tx.findMany(found)).map((document) => toAttempts(document?.data, now()));
        const until = Math.max(...records.map((record) => record.until));
        if (until > now()) throw createWaitError(until - now());
        found.forEach((path, index) => tx.set(path, countOne(records[index], now())));
        return records.some(({ count }) => count === 0);
      });
      if (isNew) await sweep();
    },

    /** All start anew but a client, which gets this one back, or its own account would undo guesses. */
    async succeed(keys: AttemptKey[]): Promise<void> {
      const found = keys.map(({ kind, value }) => authPaths.attempt(kind, value));
      await store.transaction(async (tx) => {
        const documents = await tx.findMany(found);
        keys.forEach(({ kind }, index) => {
          const path = found[index] ?? "";
          const { count } = toAttempts(documents[index]?.data, now());
          if (kind !== "client" || count <= 1) tx.delete(path);
          else tx.set(path, toRecord(count - 1, count - 1 < freeAttempts ? 0 : now(), now()));
        });
      });
    },
  };
}
export type AttemptRecords = ReturnType<typeof createAttempts>;

/** 15 s after the fifth, then twice as long each time, at most 15 minutes. */
export function toWaitMs(count: number): number {
  return count < freeAttempts ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (count - freeAttempts));
}

function toAttempts(data: DocumentData | undefined, now: number): Attempts {
  const parsed = recordSchema.safeParse(data);
  return parsed.success && parsed.data.expiresAt > now ? parsed.data : { count: 0, until: 0, expiresAt: 0 };
}

function countOne(before: Attempts | undefined, now: number): DocumentData {
  const count = (before?.count ?? 0) + 1;
  return toRecord(count, count < freeAttempts ? 0 : now + toWaitMs(count), now);
}

function toRecord(count: number, until: number, now: number): DocumentData {
  return { count, until, expiresAt: Math.max(until, now) + longestWaitMs };
}

function createWaitError(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError("quota_exhausted", `There were too many attempts. Try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
