import { useEffect, type Dispatch } from "react";
import { useDeletionQueue, type DeletionQueue } from "@/lib/client/deletion-queue";
import { deleteConversation } from "@/lib/features/conversations/api";
import { callRemoval } from "@/lib/client/request";
import type { ListEvent } from "./conversations-reducer";

/** The queue lives as long as the shell; when that goes away, what waits is sent with it. */
export function useDeletions(dispatch: Dispatch<ListEvent>): DeletionQueue {
  useEffect(() => {
    for (const id of takeUnconfirmed()) void finishDeletion(id, dispatch);
  }, [dispatch]);
  return useDeletionQueue(remove);
}

/** A page that left cannot know whether its deletions arrived, and this one may be older than they are. */
async function finishDeletion(id: string, dispatch: Dispatch<ListEvent>): Promise<void> {
  dispatch({ type: "removed", id });
  if (!(await remove(id, false))) dispatch({ type: "restored", id });
}

async function remove(id: string, isLeaving: boolean): Promise<boolean> {
  if (isLeaving) keepUnconfirmed(id);
  return (await callRemoval(deleteConversation, { params: { id } })).ok;
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
