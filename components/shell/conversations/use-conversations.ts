import { useCallback, useEffect, useReducer } from "react";
import { subscribeToConversationChanges } from "@/lib/client/conversation-list";
import type { ConversationChange } from "@/lib/client/conversation-list";
import { request, type RequestFailure } from "@/lib/client/request";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";
import { conversationsReducer, toListState } from "./conversations-reducer";
import { useDeletions } from "./use-deletions";

const pollMs = 4_000;
/** A title may come after the answer: look soon after a reply's end, and again when it has had its time. */
const refreshAfterMs = [300, 5_000];
/** Changes are at the top, and every conversation that is read again is paid for. */
const freshAddress = "/api/conversations?limit=8";

export type ConversationActions = {
  /** Why older ones did not come; `null` when they did. */
  loadMore: () => Promise<RequestFailure | null>;
  rename: (id: string, title: string) => Promise<boolean>;
  /** Takes it off the list; deletes it when the time for undoing is over. `onFailed`: the server refused. */
  remove: (id: string, onFailed: () => void) => void;
  restore: (id: string) => void;
};

/**
 * The sidebar's list: the server's first page, what chats tell about themselves, and what the person does to
 * it. The open conversation tells itself when its reply is over; for others that run, the list asks.
 */
export function useConversations(
  initial: ConversationsReply,
  openId: string | null,
): {
  conversations: ConversationSummary[];
  /** Ids of those that are deleted, but not for good yet. */
  hidden: readonly string[];
  hasMore: boolean;
  actions: ConversationActions;
} {
  const [state, dispatch] = useReducer(conversationsReducer, initial, toListState);
  const refresh = useCallback(async () => {
    const answer = await request<ConversationsReply>(freshAddress);
    if (answer.ok) dispatch({ type: "refreshed", page: answer.value });
  }, []);

  useChanges(
    useCallback((change) => dispatch({ type: "changed", change, now: Date.now() }), []),
    refresh,
  );
  usePolling(
    state.conversations.some(({ id, activeRunId }) => activeRunId !== null && id !== openId),
    refresh,
  );
  const deletions = useDeletions(dispatch);

  const actions: ConversationActions = {
    async loadMore() {
      if (!state.cursor) return null;
      const answer = await request<ConversationsReply>(
        `/api/conversations?cursor=${encodeURIComponent(state.cursor)}`,
      );
      if (!answer.ok) return answer;
      dispatch({ type: "extended", page: answer.value });
      return null;
    },
    async rename(id, title) {
      const before = state.conversations.find((conversation) => conversation.id === id)?.title ?? "";
      dispatch({ type: "renamed", id, title });
      const answer = await request(`/api/conversations/${id}`, { method: "PATCH", body: { title } });
      if (!answer.ok) dispatch({ type: "renamed", id, title: before });
      return answer.ok;
    },
    remove(id, onFailed) {
      dispatch({ type: "removed", id });
      deletions.add(id, () => {
        dispatch({ type: "restored", id });
        onFailed();
      });
    },
    restore(id) {
      if (deletions.cancel(id)) dispatch({ type: "restored", id });
    },
  };
  const visible = state.conversations.filter(({ id }) => !state.hidden.includes(id));
  return { conversations: visible, hidden: state.hidden, hasMore: state.cursor !== null, actions };
}

function useChanges(onChange: (change: ConversationChange) => void, refresh: () => Promise<void>): void {
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const clear = (): void => timers.forEach(clearTimeout);
    const unsubscribe = subscribeToConversationChanges((change) => {
      onChange(change);
      if (change.isRunning === true) return;
      clear();
      timers = refreshAfterMs.map((ms) => setTimeout(() => void refresh(), ms));
    });
    return () => {
      clear();
      unsubscribe();
    };
  }, [onChange, refresh]);
}

/** While a reply is being written somewhere, the list asks when it is done; not while nobody looks. */
function usePolling(isActive: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isActive, refresh]);
}
