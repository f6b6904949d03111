import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { DocumentData, Store, StoredDocument } from "@/lib/store/store";
import { z } from "zod";
import { cutStrings, toFittingBody } from "./fit-body";
import { toData } from "./json";
import { paths } from "./paths";

/** A message as it is kept: itself, and its place in the conversation. */
export type StoredMessage = { seq: number; message: ChatMessage };

export function createMessages(store: Store) {
  return {
    async find(userId: string, conversationId: string, messageId: string): Promise<StoredMessage | null> {
      const found = await store.find(paths.message(userId, conversationId, messageId));
      return found === null ? null : toStored(found);
    },

    /** The newest `limit` before `beforeSeq`, oldest first. `cursor`: the next one, `null` at the start. */
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
      const messages = found.documents.map(toStored).reverse();
      const oldest = messages[0]?.seq ?? 1;
      return { messages, cursor: messages.length === limit && oldest > 1 ? oldest : null };
    },

    /** Messages from number `seq` on, oldest first. */
    listFrom: (userId: string, conversationId: string, seq: number, limit: number) =>
      listFrom(store, { userId, conversationId, seq, limit }),

    /** In its place; one that is gone meanwhile stays so. `work` is pure and may run more than once. */
    async change(
      userId: string,
      conversationId: string,
      messageId: string,
      work: (message: ChatMessage) => ChatMessage,
    ): Promise<void> {
      const path = paths.message(userId, conversationId, messageId);
      await store.transaction(async (tx) => {
        const found = await tx.find(path);
        if (found === null) return;
        const { seq, message } = toStored(found);
        tx.set(path, toMessageData({ seq, message: work(message) }));
      });
    },

    async save(userId: string, conversationId: string, stored: StoredMessage): Promise<void> {
      await store.set(paths.message(userId, conversationId, stored.message.id), toMessageData(stored));
    },
  };
}

async function listFrom(
  store: Store,
  {
    userId,
    conversationId,
    seq,
    limit,
  }: { userId: string; conversationId: string; seq: number; limit: number },
): Promise<StoredMessage[]> {
  const found = await store.list({
    collection: paths.messages(userId, conversationId),
    where: [{ field: "seq", op: ">=", value: seq }],
    orderBy: { field: "seq", direction: "asc" },
    limit,
  });
  return found.documents.map(toStored);
}

export type Messages = ReturnType<typeof createMessages>;

/**
 * The message is kept as one string, so that no store indexes or limits its inner fields. One that is too
 * large loses length in its tools' texts first, its reasoning next, its words last; it is always saved.
 */
export function toMessageData({ seq, message }: StoredMessage): DocumentData {
  return toData({ seq, role: message.role, body: toFittingBody(message, reductions) });
}

const reductions: readonly ((message: ChatMessage) => ChatMessage)[] = [
  ...[20_000, 5_000, 1_000].map(
    (kept) => (message: ChatMessage) => cutParts(message, (part) => "toolCallId" in part, kept),
  ),
  ...[2_000, 200].map(
    (kept) => (message: ChatMessage) => cutParts(message, (part) => part.type !== "text", kept),
  ),
  (message) => cutParts(message, () => true, 20_000),
  (message) => ({
    ...message,
    parts: message.parts
      .filter((part) => part.type === "text")
      .slice(-5)
      .map((part) => cutStrings(part, 20_000)),
  }),
];

function cutParts(message: ChatMessage, isCut: (part: ChatPart) => boolean, kept: number): ChatMessage {
  return { ...message, parts: message.parts.map((part) => (isCut(part) ? cutStrings(part, kept) : part)) };
}

/** As `toMessageData` made it. One that cannot be read says so, and its conversation stays readable. */
export function toStored({ id, data }: Pick<StoredDocument, "id" | "data">): StoredMessage {
  const message =
    parseMessage(String(data["body"])) ?? toUnreadable(id, data["role"] === "user" ? "user" : "assistant");
  return { seq: Number(data["seq"]), message };
}

/** Only what every reader relies on is looked at: the parts are those that this site wrote. */
const messageSchema = z.object({
  id: z.string(),
  role: z.enum(["system", "user", "assistant"]),
  parts: z.array(z.looseObject({ type: z.string() })),
});

function parseMessage(body: string): ChatMessage | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return messageSchema.safeParse(parsed).success ? (parsed as ChatMessage) : null;
  } catch {
    return null;
  }
}

function toUnreadable(id: string, role: "user" | "assistant"): ChatMessage {
  if (role === "user")
    return { id, role, parts: [{ type: "text", text: "(This message can no longer be read.)" }] };
  return { id, role, parts: [], metadata: { outcome: "failed", reason: "internal" } };
}
