import { useEffect, useState } from "react";
import { listFailing } from "./list-failing";

/** So long what was deleted can be had back. */
export const undoMs = 6_000;

/** Holds deletions back for the time in which a person may undo them. */
export function createDeletionQueue({ delayMs, send }: DeletionOptions): DeletionQueue {
  type Batch = {
    ids: Set<string>;
    timer: ReturnType<typeof setTimeout>;
    onFailed: (failed: string[]) => void;
  };
  const waiting = new Set<Batch>();
  const finish = async (batch: Batch, isLeaving: boolean): Promise<void> => {
    clearTimeout(batch.timer);
    waiting.delete(batch);
    const ids = [...batch.ids];
    // A page that goes away has no time to send them one after another.
    const failed = await listFailing(ids, (id) => send(id, isLeaving), isLeaving ? ids.length : undefined);
    if (failed.length > 0) batch.onFailed(failed);
  };
  return {
    add(ids, onFailed) {
      const batch: Batch = {
        ...{ ids: new Set(ids), onFailed },
        timer: setTimeout(() => void finish(batch, false), delayMs),
      };
      waiting.add(batch);
    },
    cancel: (id) => [...waiting].some(({ ids }) => ids.delete(id)),
    flush() {
      for (const batch of waiting) void finish(batch, true);
    },
  };
}

type DeletionOptions = {
  delayMs: number;
  /** Tells whether it is gone; `isLeaving` when the page goes away and the request must outlive it. */
  send: (id: string, isLeaving: boolean) => Promise<boolean>;
};

export type DeletionQueue = {
  /** `onFailed` is called when their time came, with those that the server would not delete. */
  add: (ids: readonly string[], onFailed: (failed: string[]) => void) => void;
  /** Whether it was still waiting: then it will not be deleted. */
  cancel: (id: string) => boolean;
  /** Sends what is waiting at once, because the page goes away. */
  flush: () => void;
};

/** A queue that lives as long as what uses it: when that goes away, what waits is sent. */
export function useDeletionQueue(send: DeletionOptions["send"]): DeletionQueue {
  const [queue] = useState(() => createDeletionQueue({ delayMs: undoMs, send }));
  useEffect(() => {
    window.addEventListener("pagehide", queue.flush);
    return () => {
      window.removeEventListener("pagehide", queue.flush);
      queue.flush();
    };
  }, [queue]);
  return queue;
}
