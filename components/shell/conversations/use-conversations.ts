import { useCallback, useEffect, useMemo, useReducer, useState, type Dispatch } from "react";
import { subscribeToConversationChanges } from "@/lib/client/conversation/conversation-list";
import type { ConversationChange } from "@/lib/client/conversation/conversation-list";
import { listFailing } from "@/lib/client/list-failing";
import { changeConversation, listConversations } from "@/lib/features/conversations/api";
import { call, type RequestFailure } from "@/lib/client/request";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/features/folders/shape";
import { useTranslations } from "next-intl";
import { useStore } from "zustand";
import { showToast } from "@/components/ui/toast";
import { openConversationStore } from "@/lib/client/open-conversation";
import {
  conversationsReducer,
  toListState,
  type Filing,
  type FirstPage,
  type ListEvent,
  type ListState,
} from "./conversations-reducer";
import { createRefresher } from "./create-refresher";
import { useDeletions } from "./use-deletions";

/** From here on only the rows in view are drawn, and more of them are loaded at once. */
export const longListRows = 200;

const pollMs = 4_000;
/** A title may come after the answer: look soon after a reply's end, and again when it has had its time. */
const refreshAfterMs = [300, 5_000];
/** Changes are at the top, and every conversation that is read again is paid for. */
const freshLimit = 8;

/** What the server lists first. */
export type FirstList = FirstPage & { folders: Folder[] };

export type ConversationActions = {
  /** Why older ones did not come; `null` when they did. */
  loadMore: () => Promise<RequestFailure | null>;
  /** Says so when the server refuses; the old title stays. */
  rename: (id: string, title: string) => Promise<void>;
  /** Pins, archives or moves it; says so when the server refuses. */
  file: (id: string, filing: Filing) => Promise<void>;
  /** Does the same with each of these, and gives the ids of those that the server refused. */
  fileAll: (filings: ReadonlyMap<string, Filing>) => Promise<string[]>;
  /** Adds a folder's conversations to those that are listed. */
  loadFolder: (folder: string) => Promise<void>;
  /** Takes them off the list; deletes them when the time for undoing is over. `onFailed`: those refused. */
  remove: (ids: readonly string[], onFailed: (failed: string[]) => void) => void;
  restore: (ids: readonly string[]) => void;
};

/**
 * The sidebar's list: the server's first page, what chats tell about themselves, and what the person does to
 * it. The open conversation tells itself when its reply is over; for others that run, the list asks. `first`
 * is `null` until it is there.
 */
export function useConversations(
  first: FirstList | null,
  openId: string | null,
): {
  conversations: ConversationSummary[];
  /** Ids of those that are deleted, but not for good yet. */
  hidden: readonly string[];
  hasMore: boolean;
  actions: ConversationActions;
} {
  const t = useTranslations("shell");
  const [state, dispatch] = useReducer(conversationsReducer, first, toListState);
  const [seen, setSeen] = useState(first);
  if (first !== null && first !== seen) {
    setSeen(first);
    dispatch({ type: "arrived", first });
  }
  const [{ refresh, change }] = useState(() =>
    createRefresher(readFresh, (page) => dispatch({ type: "refreshed", page })),
  );

  useChanges(
    useCallback((change) => dispatch({ type: "changed", change, now: Date.now() }), []),
    refresh,
  );
  usePolling(
    state.conversations.some(({ id, activeRunId }) => activeRunId !== null && id !== openId),
    refresh,
  );
  const deletions = useDeletions(dispatch);
  const open = useStore(openConversationStore, (store) => store.open);
  useEffect(() => {
    if (open !== null && !open.isTemporary) dispatch({ type: "opened", conversation: open });
  }, [open]);

  const actions = createActions({ state, dispatch, deletions, change }, t);
  const visible = useMemo(
    () => state.conversations.filter(({ id, archived }) => !archived && !state.hidden.includes(id)),
    [state.conversations, state.hidden],
  );
  return { conversations: visible, hidden: state.hidden, hasMore: state.cursor !== null, actions };
}

type Deletions = ReturnType<typeof useDeletions>;
type Words = (key: "renameFailed" | "filingFailed") => string;

async function readFresh(): Promise<ConversationsReply | null> {
  const answer = await call(listConversations, { query: { limit: freshLimit } });
  return answer.ok ? answer.value : null;
}

type ListHost = {
  state: ListState;
  dispatch: Dispatch<ListEvent>;
  deletions: Deletions;
  change: ReturnType<typeof createRefresher>["change"];
};

function createActions({ state, dispatch, deletions, change }: ListHost, t: Words): ConversationActions {
  const { cursor, conversations } = state;
  const fileAll = async (filings: ReadonlyMap<string, Filing>): Promise<string[]> => {
    for (const [id, filing] of filings) dispatch({ type: "filed", id, filing });
    const send = async (id: string): Promise<boolean> =>
      (await call(changeConversation, { params: { id }, body: filings.get(id) ?? {} })).ok;
    const failed = await change(() => listFailing([...filings.keys()], send));
    for (const id of failed) {
      const before = conversations.find((conversation) => conversation.id === id);
      const { pinned = false, archived = false, folder = null } = before ?? {};
      dispatch({ type: "filed", id, filing: { pinned, archived, folder } });
    }
    return failed;
  };
  return {
    async loadMore() {
      if (!cursor) return null;
      const limit = conversations.length > longListRows ? 100 : null;
      const answer = await call(listConversations, { query: { cursor, limit } });
      if (!answer.ok) return answer;
      dispatch({ type: "extended", page: answer.value });
      return null;
    },
    async rename(id, title) {
      const before = conversations.find((conversation) => conversation.id === id)?.title ?? "";
      dispatch({ type: "renamed", id, title });
      const save = () => call(changeConversation, { params: { id }, body: { title } });
      if ((await change(save)).ok) return;
      dispatch({ type: "renamed", id, title: before });
      showToast({ text: t("renameFailed"), isFailure: true });
    },
    async file(id, filing) {
      const failed = await fileAll(new Map([[id, filing]]));
      if (failed.length > 0) showToast({ text: t("filingFailed"), isFailure: true });
    },
    fileAll,
    async loadFolder(folder) {
      const answer = await call(listConversations, { query: { limit: 100, folder } });
      if (!answer.ok) return;
      for (const conversation of answer.value.conversations) dispatch({ type: "opened", conversation });
    },
    remove(ids, onFailed) {
      for (const id of ids) dispatch({ type: "removed", id });
      deletions.add(ids, (failed) => {
        for (const id of failed) dispatch({ type: "restored", id });
        onFailed(failed);
      });
    },
    restore(ids) {
      for (const id of ids) if (deletions.cancel(id)) dispatch({ type: "restored", id });
    },
  };
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

/** Polls for the end of replies that are being written, while the page is visible. */
function usePolling(isActive: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isActive, refresh]);
}
