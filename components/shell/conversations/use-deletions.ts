import { useEffect, useState } from "react";
import type { Dispatch } from "react";
import { request } from "@/lib/client/request";
import type { ListEvent } from "./conversations-reducer";
import { createDeletionQueue } from "./deletion-queue";
import type { DeletionQueue } from "./deletion-queue";
import { keepUnconfirmed, takeUnconfirmed } from "./unconfirmed-deletions";

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

/** A page that went away could not hear whether its deletions arrived, and this page may have been made before they did. */
async function finishDeletion(id: string, dispatch: Dispatch<ListEvent>): Promise<void> {
  dispatch({ type: "removed", id });
  if (!(await deleteConversation(id, false))) dispatch({ type: "restored", id });
}

async function deleteConversation(id: string, isLeaving: boolean): Promise<boolean> {
  if (isLeaving) keepUnconfirmed(id);
  const answer = await request(`/api/conversations/${id}`, { method: "DELETE", keepalive: isLeaving });
  return answer.ok || answer.problem?.status === 404;
}
