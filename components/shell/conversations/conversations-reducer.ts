import type { ConversationChange } from "@/lib/client/conversation/conversation-list";
import type { ConversationsReply, ConversationSummary } from "@/lib/protocol/conversations";

export type ListState = {
  conversations: ConversationSummary[];
  cursor: string | null;
  /** Deleted, but the time for undoing is not over: neither shown nor forgotten. */
  hidden: string[];
};

export type Filing = { pinned?: boolean; archived?: boolean; folder?: string | null };

export type FirstPage = ConversationsReply & { pinned: ConversationSummary[] };

export type ListEvent =
  | { type: "arrived"; first: FirstPage }
  | { type: "refreshed" | "extended"; page: ConversationsReply }
  | { type: "changed"; change: ConversationChange; now: number }
  | { type: "renamed"; id: string; title: string }
  /** Pinned, archived or moved. */
  | { type: "filed"; id: string; filing: Filing }
  /** It is on the page, however old it is. */
  | { type: "opened"; conversation: ConversationSummary }
  | { type: "removed" | "restored"; id: string };

/** What the list becomes by what happened to it. */
export function conversationsReducer(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case "arrived": {
      const { conversations, cursor } = toListState(event.first);
      // What has happened meanwhile is newer.
      return { ...state, conversations: mergeNewestFirst(state.conversations, conversations), cursor };
    }
    case "refreshed":
      return refresh(state, event.page);
    case "extended":
      return {
        ...state,
        conversations: mergeNewestFirst(event.page.conversations, state.conversations),
        cursor: event.page.cursor,
      };
    case "changed":
      return { ...state, conversations: applyChange(state.conversations, event.change, event.now) };
    case "renamed":
      return change(state, event.id, (entry) => ({ ...entry, title: event.title }));
    case "filed":
      return change(state, event.id, (entry) => toFiled(entry, event.filing));
    case "opened":
      return { ...state, conversations: mergeNewestFirst(state.conversations, [event.conversation]) };
    case "removed":
      return { ...state, hidden: [...state.hidden, event.id] };
    case "restored":
      return { ...state, hidden: state.hidden.filter((id) => id !== event.id) };
  }
}

export function toListState(first: FirstPage | null): ListState {
  const { conversations, pinned, cursor } = first ?? { conversations: [], pinned: [], cursor: null };
  return { conversations: mergeNewestFirst(conversations, pinned), cursor, hidden: [] };
}

function change(
  state: ListState,
  id: string,
  work: (entry: ConversationSummary) => ConversationSummary,
): ListState {
  const conversations = state.conversations.map((entry) => (entry.id === id ? work(entry) : entry));
  return { ...state, conversations };
}

function toFiled({ folder: before, ...entry }: ConversationSummary, filing: Filing): ConversationSummary {
  const { folder = before ?? null, ...marks } = filing;
  return { ...entry, ...marks, ...(folder !== null && { folder }) };
}

/** Keeps the cursor of pages that were loaded before: a fresh first page does not shorten the list. */
function refresh(state: ListState, page: ConversationsReply): ListState {
  const conversations = mergeFirstPage(state.conversations, page.conversations, page.cursor === null);
  const isLonger = conversations.length > page.conversations.length;
  return { ...state, conversations, cursor: isLonger ? state.cursor : page.cursor };
}

function applyChange(
  listed: ConversationSummary[],
  change: ConversationChange,
  now: number,
): ConversationSummary[] {
  const known = listed.find(({ id }) => id === change.id);
  if (!known && change.title === undefined) return listed;
  const changed: ConversationSummary = {
    ...(known ?? { id: change.id, title: change.title ?? "", createdAt: now, activeRunId: null }),
    updatedAt: now,
    ...(change.isRunning === undefined
      ? {}
      : { activeRunId: change.isRunning ? (known?.activeRunId ?? "starting") : null }),
  };
  return mergeNewestFirst([changed], listed);
}

/**
 * Puts a fresh first page over what is already listed. What should stand on that page and does not was
 * deleted elsewhere; what is older than the page stays.
 */
function mergeFirstPage(
  listed: readonly ConversationSummary[],
  page: readonly ConversationSummary[],
  isWhole: boolean,
): ConversationSummary[] {
  const oldest = page.at(-1)?.updatedAt ?? Number.POSITIVE_INFINITY;
  const older = isWhole ? [] : listed.filter(({ updatedAt }) => updatedAt < oldest);
  return mergeNewestFirst(page, older);
}

/** Joins two lists by id, the first one's entries winning, newest first. */
function mergeNewestFirst(
  first: readonly ConversationSummary[],
  second: readonly ConversationSummary[],
): ConversationSummary[] {
  const byId = new Map([...second, ...first].map((conversation) => [conversation.id, conversation]));
  return [...byId.values()].sort((a, b) => b.updatedAt - a.updatedAt);
}
