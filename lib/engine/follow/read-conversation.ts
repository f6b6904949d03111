import { toPath } from "@/lib/data/branches";
import type { MessagePage, StoredMessage } from "@/lib/data/messages";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ConversationKey } from "@/lib/engine/lease/live-runs";
import type { Runtime } from "@/lib/engine/lease/workers";
import { toShownMessage } from "@/lib/protocol/shown-message";

/** Of a page, in UTF-16 units: all of it is written into the page that shows it, while others wait. */
const pageRoom = 400_000;

/** With a page of messages: the newest page first, oldest first within it. An abandoned reply goes on. */
export async function readConversation(
  { host, live, workers }: Runtime,
  { userId, conversationId: id }: ConversationKey,
  query: { cursor?: number | undefined; limit: number },
): Promise<ConversationReply> {
  const found = await host.records.conversations.get(userId, id);
  const { activeRunId: runId } = found;
  // A process that may freeze after its answer takes nothing over: the page then follows, which does.
  const isLook = runId === null || host.worker.processLimitMs !== null || live.has(userId, id);
  const isAbandoned = !isLook && !(await workers.ensure({ userId, conversationId: id, runId }));
  const { title, createdAt, updatedAt, activeRunId, temporary, agent, conversationId, ...filed } = isAbandoned
    ? await host.records.conversations.get(userId, id)
    : found;
  const path = toPath(found.branches, found.branch);
  const { limit, cursor: beforeSeq } = query;
  const page = await host.records.messages.listNewest(userId, id, { limit, beforeSeq, path, room: pageRoom });
  return {
    ...{ id, title, createdAt, updatedAt, activeRunId, temporary, agent },
    ...{ pinned: filed.pinned, archived: filed.archived },
    ...(conversationId !== null && { stepOf: conversationId }),
    ...(filed.folder !== null && { folder: filed.folder }),
    ...nameParents(page),
    cursor: page.cursor === null ? null : String(page.cursor),
  };
}

/** A message of before branches follows the one of the number before it. */
function nameParents({ messages, others }: Pick<MessagePage, "messages" | "others">) {
  const ids = new Map([...messages, ...others].map(({ seq, message }) => [seq, message.id]));
  const toNamed = ({ seq, message: stored }: StoredMessage): ChatMessage => {
    const message = toShownMessage(stored);
    const known = message.metadata?.parentId;
    const parentId = known === undefined ? (seq === 1 ? null : ids.get(seq - 1)) : known;
    return parentId === undefined ? message : { ...message, metadata: { ...message.metadata, parentId } };
  };
  return { messages: messages.map(toNamed), others: others.map(toNamed) };
}
