import { notifyConversationChanged } from "@/lib/client/conversation-list";
import { changeConversation, deleteConversation } from "@/lib/features/conversations/api";
import { call, type Answer } from "@/lib/client/request";
import { waitForConnection } from "@/lib/client/wait";
import { toTemporaryKey, writeDraft, writeQueue } from "./storage";

/** Where one begins. */
export const temporaryAddress = "/?temporary";

/** Between two looks whether it is still there. */
const lookMs = 60_000;
const retryMs = 2_000;
const mostAttempts = 5;

const kept = new Set<string>();
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Tells the server while a page has a temporary chat open, and when it goes away, maybe just to reload. The
 * returned function leaves and so deletes it. `onGone`: it was deleted elsewhere, or its time is over.
 */
export function attendTemporaryChat(id: string, onGone: () => void): () => void {
  const visit = crypto.randomUUID();
  const life = new AbortController();
  const { signal } = life;
  const tabs = new BroadcastChannel(`sextant:${toTemporaryKey(id)}`);
  const arrive = async () => {
    const answer = await tellVisit(id, { id: visit, isOver: false });
    if (!signal.aborted && !answer.ok && answer.status === 404) onGone();
  };
  const arriveIfSeen = () => {
    if (document.visibilityState === "visible") void arrive();
  };
  const go = () => {
    void tellVisit(id, { id: visit, isOver: true });
    tabs.postMessage("left");
  };
  clearTimeout(leaving.get(id));
  arriveIfSeen();
  const timer = setInterval(arriveIfSeen, lookMs);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    tabs.close();
  });
  // Another tab with the same chat was closed: this one has it open still, seen or not.
  tabs.addEventListener("message", () => void arrive(), { signal });
  window.addEventListener("pagehide", go, { signal });
  window.addEventListener("pageshow", ({ persisted }) => persisted && void arrive(), { signal });
  document.addEventListener("visibilitychange", arriveIfSeen, { signal });
  return () => {
    life.abort();
    // A page that only draws it anew takes it up again at once.
    if (!kept.has(id))
      leaving.set(
        id,
        setTimeout(() => void deleteTemporaryChat(id)),
      );
  };
}

/** Makes it an ordinary conversation. */
export async function keepTemporaryChat(id: string): Promise<Answer<null>> {
  const answer = await call(changeConversation, { params: { id }, body: { temporary: false } });
  if (!answer.ok) return answer;
  kept.add(id);
  forgetKeys(id);
  notifyConversationChanged({ id, isRunning: false });
  return answer;
}

function tellVisit(id: string, visit: { id: string; isOver: boolean }): Promise<Answer<null>> {
  return call(changeConversation, { params: { id }, body: { visit } });
}

/** What cannot be deleted now is deleted by the server in its time. */
async function deleteTemporaryChat(id: string): Promise<void> {
  leaving.delete(id);
  forgetKeys(id);
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const answer = await call(deleteConversation, { params: { id } });
    if (answer.ok || answer.status === 404) return;
    await waitForConnection(retryMs * attempt, new AbortController().signal);
  }
}

function forgetKeys(id: string): void {
  writeDraft(toTemporaryKey(id), "");
  writeQueue(toTemporaryKey(id), []);
}
