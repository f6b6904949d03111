import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";

const minute = 60_000;
const hour = 60 * minute;
/** What a person with an account may ask of this process where the environment says nothing. */
const requestsPerMinute = 240;
const mostStreams = 40;
/** So much JSON fills the bucket of requests by itself: twelve of the largest bodies. */
const bytesPerMinute = 48_000_000;
/** So many people are counted at once; who was away longest begins anew. */
const mostCounted = 20_000;

export type LimitedAct = "request" | "steering" | "picture" | "page" | "playground";
/**
 * How much one person may ask of this process, so that nobody floods it for the others: each act has a bucket
 * that refills evenly (token bucket), and streams are counted while they are open. It protects a process, not
 * a purse: quotas, which hold across instances, are in `lib/data/quotas`. `perMinute` is `null` where nothing
 * is limited.
 */
export function createPersonLimits(perMinute: number | null, now: () => number) {
  const limits: Record<LimitedAct, { count: number; ms: number; words: string }> = {
    request: { count: perMinute ?? 0, ms: minute, words: "requests in a minute" },
    steering: { count: 30, ms: minute, words: "messages into running replies in a minute" },
    picture: { count: 600, ms: hour, words: "pictures of other sites in an hour" },
    page: { count: 600, ms: hour, words: "pages in an hour" },
    playground: { count: 60, ms: hour, words: "calls tried in an hour" },
  };
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: mostCounted });
  const streams = new Map<string, number>();

  function take(act: LimitedAct, userId: string, taken = 1): void {
    if (perMinute === null) return;
    const { count, ms, words } = limits[act];
    const key = `${act} ${userId}`;
    const before = buckets.get(key) ?? { left: count, at: now() };
    const left = Math.min(count, before.left + ((now() - before.at) / ms) * count);
    if (left >= taken) buckets.set(key, { left: left - taken, at: now() });
    else
      throw createExhausted(
        `These were more than ${count} ${words}, which is the limit.`,
        ((taken - left) * ms) / count,
      );
  }

  return {
    /** Counts one. Throws `quota_exhausted` with the seconds until the next one is free. */
    take: (act: LimitedAct, userId: string): void => take(act, userId),
    /** Counts the bytes of a body as a part of the requests. Throws as `take` does. */
    takeBytes: (userId: string, bytes: number): void =>
      take("request", userId, (bytes / bytesPerMinute) * limits.request.count),

    /** Counts an open stream until what it gives is called. Throws `quota_exhausted`. */
    openStream(userId: string): () => void {
      const open = streams.get(userId) ?? 0;
      if (perMinute !== null && open >= mostStreams)
        throw createExhausted(
          `${open} replies are being followed already. Close some of the pages.`,
          minute / 6,
        );
      streams.set(userId, open + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (streams.get(userId) ?? 1) - 1;
        if (left > 0) streams.set(userId, left);
        else streams.delete(userId);
      };
    },
  };
}

/** A lone owner floods nobody else, and is limited only when the environment says so. */
export function toRequestLimit(env: {
  REQUESTS_PER_MINUTE?: number | undefined;
  AUTH_URL?: string | undefined;
}) {
  return env.REQUESTS_PER_MINUTE ?? (env.AUTH_URL === undefined ? null : requestsPerMinute);
}

function createExhausted(message: string, waitMs: number): AppError {
  return new AppError("quota_exhausted", message, { retryAfter: Math.ceil(waitMs / 1000) });
}
