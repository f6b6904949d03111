import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ConversationKey, LiveRuns } from "@/lib/runs/lease/live-runs";
import type { Workers } from "@/lib/runs/lease/workers";
import type { RunDeps } from "@/lib/runs/ports";

/** With a page of messages: the newest page first, oldest first within it. An abandoned reply goes on. */
export async function readConversation(
  deps: Pick<RunDeps, "conversations" | "messages" | "processLimitMs">,
  live: Pick<LiveRuns, "has">,
  workers: Pick<Workers, "ensure">,
  { userId, conversationId: id }: ConversationKey,
  query: { cursor?: number | undefined; limit: number },
): Promise<ConversationReply> {
  const found = await deps.conversations.get(userId, id);
  const { activeRunId: runId } = found;
  // A process that may freeze after its answer takes nothing over: the page then follows, which does.
  const isLook = runId === null || deps.processLimitMs !== null || live.has(userId, id);
  const isAbandoned = !isLook && !(await workers.ensure({ userId, conversationId: id, runId }));
  const { title, createdAt, updatedAt, activeRunId, temporary, agent } = isAbandoned
    ? await deps.conversations.get(userId, id)
    : found;
  const page = await deps.messages.listNewest(userId, id, { limit: query.limit, beforeSeq: query.cursor });
  return {
    ...{ id, title, createdAt, updatedAt, activeRunId, temporary, agent },
    messages: page.messages.map(({ message }) => message),
    cursor: page.cursor === null ? null : String(page.cursor),
  };
}
