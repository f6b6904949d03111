import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { DocumentData, Store } from "@/lib/store/store";
import { toData } from "./json";
import { paths } from "./paths";

/** A message as it is kept: itself, and its place in the conversation. */
export type StoredMessage = { seq: number; message: ChatMessage };

export function createMessages(store: Store) {
  return {
    async find(userId: string, conversationId: string, messageId: string): Promise<StoredMessage | null> {
      const found = await store.find(paths.message(userId, conversationId, messageId));
      return found === null ? null : toStored(found.data);
    },

    /** The newest `limit` messages before `beforeSeq`, oldest first. `cursor` is the `seq` to ask for next, or `null` at the beginning. */
    async listNewest(
      userId: string,
      conversationId: string,
      { limit, beforeSeq }: { limit: number; beforeSeq?: number | undefined },
    ): Promise<{ messages: StoredMessage[]; cursor: number | null }> {
      const found = await store.list({
        collection: paths.messages(userId, conversationId),
        ...(beforeSeq === undefined ? {} : { where: [{ field: "seq", op: "<", value: beforeSeq }] }),
        orderBy: { field: "seq", direction: "desc" },
        limit,
      });
      const messages = found.documents.map((document) => toStored(document.data)).reverse();
      const oldest = messages[0]?.seq ?? 1;
      return { messages, cursor: messages.length === limit && oldest > 1 ? oldest : null };
    },

    async save(userId: string, conversationId: string, stored: StoredMessage): Promise<void> {
      await store.set(paths.message(userId, conversationId, stored.message.id), toMessageData(stored));
    },
  };
}
export type Messages = ReturnType<typeof createMessages>;

/** The document of a message. The message is kept as one string, so that no store indexes or limits its inner fields. */
export function toMessageData({ seq, message }: StoredMessage): DocumentData {
  return toData({ seq, role: message.role, body: JSON.stringify(message) });
}

/** The message of a document, as `toMessageData` made it. */
export function toStored(data: DocumentData): StoredMessage {
  return { seq: Number(data["seq"]), message: JSON.parse(String(data["body"])) as ChatMessage };
}
