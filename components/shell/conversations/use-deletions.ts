import { useEffect, useState, type Dispatch } from "react";
import { request } from "@/lib/client/request";
import type { ListEvent } from "./conversations-reducer";
import { listFailing } from "./list-failing";

export const undoMs = 6_000;

/** The queue lives as long as the shell; when that goes away, what waits is sent with it. */
export function useDeletions(dispatch: Dispatch<ListEvent>): DeletionQueue {
  const [queue] = useState(() => createDeletionQueue({ delayMs: undoMs, send: deleteConversation }));
  useEffect(() => {
    for (const id of takeUnconfirmed()) void finishDeletion(id, dispatch);
    window.addEventListener("pagehide", queue.flush);
    return () => {
      window.removeEventListener("pagehide", queue.flush);
      queue.flush();
    };
  }, [queue, dispatch]);
  return queue;
}

/** A page that left cannot know whether its deletions arrived, and this one may be older than they are. */
async function finishDeletion(id: string, dispatch: Dispatch<ListEvent>): Promise<void> {
  dispatch({ type: "removed", id });
  if (!(await deleteConversation(id, false))) dispatch({ type: "restored", id });
}

async function deleteConversation(id: string, isLeaving: boolean): Promise<boolean> {
  if (isLeaving) keepUnconfirmed(id);
  const answer = await request(`/api/conversations/${id}`, { method: "DELETE" });
  return answer.ok || answer.problem?.status === 404;
}

const key = "sextant.deleting";

/** Remembers, for the next page of this tab, a deletion that was sent while this one went away. */
function keepUnconfirmed(id: string): void {
  try {
    sessionStorage.setItem(key, [...readIds(), id].join(" "));
  } catch {
    // Without storage the next page shows it for a moment more; the deletion itself is on its way.
  }
}

/** What the page before left behind, once. */
function takeUnconfirmed(): string[] {
  const ids = readIds();
  if (ids.length > 0) sessionStorage.removeItem(key);
  return ids;
}

function readIds(): string[] {
  try {
    return (sessionStorage.getItem(key) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

type Options = {
  delayMs: number;
  /** Tells whether it is gone; `isLeaving` when the page goes away and the request must outlive it. */
  send: (id: string, isLeaving: boolean) => Promise<boolean>;
};

type DeletionQueue = {
  /** `onFailed` is called when their time came, with those that the server would not delete. */
  add: (ids: readonly string[], onFailed: (failed: string[]) => void) => void;
  /** Whether it was still waiting: then it will not be deleted. */
  cancel: (id: string) => boolean;
  /** Sends what is waiting at once, because the page goes away. */
  flush: () => void;
};

/** Holds deletions back for the time in which a person may undo them. */
export function createDeletionQueue({ delayMs, send }: Options): DeletionQueue {
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
