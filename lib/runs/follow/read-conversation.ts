import { isAppError } from "@/lib/errors";
import type { ConversationReply, ConversationsReply } from "@/lib/protocol/conversations";
import type { LiveRuns } from "@/lib/runs/lease/live-runs";
import { dropRun } from "@/lib/runs/lease/drop-run";
import { recoverRun } from "@/lib/runs/turn/recover";
import type { RunDeps } from "@/lib/runs/ports";
import { createConversationSearch } from "./search-conversations";

type MessagesQuery = { cursor?: number | undefined; limit: number };
type ConversationsQuery = { cursor?: string | undefined; limit: number };
type Place = { userId: string; conversationId: string };

/** What a person reads of their conversations. */
export function createConversationReads(deps: RunDeps, live: LiveRuns) {
  return {
    readConversation: (
      userId: string,
      conversationId: string,
      query: MessagesQuery,
    ): Promise<ConversationReply> => readConversation(deps, live, { userId, conversationId }, query),
    listConversations: (userId: string, query: ConversationsQuery): Promise<ConversationsReply> =>
      deps.conversations.list(userId, query),
    searchConversations: createConversationSearch(deps),
  };
}

/** A conversation with a page of its messages, newest first in pages, oldest first within one. A reply that nobody makes any more is gone on with. */
async function readConversation(
  deps: RunDeps,
  live: LiveRuns,
  { userId, conversationId: id }: Place,
  query: MessagesQuery,
): Promise<ConversationReply> {
  const found = await deps.conversations.get(userId, id);
  // A process that the platform may freeze after its answer takes nothing over for a look: the page follows the reply next, which does.
  const isLook = found.activeRunId === null || deps.processLimitMs !== null || live.has(userId, id);
  const isAbandoned =
    !isLook &&
    !(await findWorker(deps, live, { userId, conversationId: id, runId: found.activeRunId ?? "" }));
  const record = isAbandoned ? await deps.conversations.get(userId, id) : found;
  const page = await deps.messages.listNewest(userId, id, { limit: query.limit, beforeSeq: query.cursor });
  return {
    id,
    title: record.title,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    activeRunId: record.activeRunId,
    temporary: record.temporary,
    messages: page.messages.map(({ message }) => message),
    cursor: page.cursor === null ? null : String(page.cursor),
  };
}

/** Whether somebody makes the reply; when nobody does, this process begins to. `false`: nobody can, and the conversation is free. */
export async function findWorker(
  deps: RunDeps,
  live: LiveRuns,
  active: Place & { runId: string },
): Promise<boolean> {
  if (live.has(active.userId, active.conversationId)) return true;
  if (deps.closing.aborted || (await takeOver(deps, live, active))) return true;
  const held = await deps.leases.find(active.runId);
  if (held === null) await dropRun(deps, active);
  return held !== null && held.lease.endedAt === null;
}

/** A process that has no room leaves it to others, or to a later look. */
async function takeOver(deps: RunDeps, live: LiveRuns, active: Place & { runId: string }): Promise<boolean> {
  try {
    return (await recoverRun(deps, live, active)) !== null;
  } catch (error) {
    if (isAppError(error) && error.code === "overloaded") return true;
    throw error;
  }
}
