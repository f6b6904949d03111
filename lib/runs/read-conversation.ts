import type { ConversationReply, ConversationsReply } from "@/lib/protocol/conversations";
import type { LiveRuns } from "./live-run";
import type { RunDeps } from "./run-deps";
import { isDeadRun, settleDeadRun } from "./settle-dead-run";

export type MessagesQuery = { cursor?: number | undefined; limit: number };
export type ConversationsQuery = { cursor?: string | undefined; limit: number };

/** A conversation with a page of its messages, newest first in pages, oldest first within one. A run that a crash left behind in it is ended. */
export async function readConversation(deps: RunDeps, live: LiveRuns, userId: string, id: string, query: MessagesQuery): Promise<ConversationReply> {
  const found = await deps.conversations.get(userId, id);
  const { activeRunId: runId, activeUntil } = found;
  const isSettled = runId !== null && (await settleDeadRun(deps, live, { userId, conversationId: id, runId, activeUntil }));
  const record = isSettled ? await deps.conversations.get(userId, id) : found;
  const page = await deps.messages.listNewest(userId, id, { limit: query.limit, beforeSeq: query.cursor });
  return {
    id,
    title: record.title,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    activeRunId: record.activeRunId,
    messages: page.messages.map(({ message }) => message),
    cursor: page.cursor === null ? null : String(page.cursor),
  };
}

/** Only what really runs is marked so: a run that a crash left behind is not. */
export async function listConversations(deps: RunDeps, live: LiveRuns, userId: string, query: ConversationsQuery): Promise<ConversationsReply> {
  const page = await deps.conversations.list(userId, query);
  return {
    ...page,
    conversations: page.conversations.map(({ activeUntil, ...conversation }) => ({
      ...conversation,
      activeRunId: live.has(userId, conversation.id) || !isDeadRun(deps, { activeUntil }) ? conversation.activeRunId : null,
    })),
  };
}
