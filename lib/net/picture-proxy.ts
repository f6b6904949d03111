import { AppError } from "@/lib/errors";
import type { GuardedFetch } from "./guarded-fetch";
import { readPicture, type RemotePicture } from "./read-picture";

/** At once, for one person. */
const mostAtOnce = 4;

/** Loads pictures for people, so that their browsers reach nobody; a few at a time for each. */
export function createPictureProxy(fetch: GuardedFetch) {
  const busy = new Map<string, number>();
  return {
    /** Throws what the reading throws, and `overloaded` with too many at once. */
    async load(personId: string, url: string, signal: AbortSignal): Promise<RemotePicture> {
      const count = busy.get(personId) ?? 0;
      if (count >= mostAtOnce)
        throw new AppError("overloaded", "As many pictures are being loaded as may be at once.", {
          retryAfter: 2,
        });
      busy.set(personId, count + 1);
      try {
        return await readPicture(fetch, url, signal);
      } finally {
        const left = (busy.get(personId) ?? 1) - 1;
        if (left === 0) busy.delete(personId);
        else busy.set(personId, left);
      }
    },
  };
}
