import { AppError } from "@/lib/errors";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { DocumentData, PageQuery, Store } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "./paths";

/** The record of a conversation. `lastSeq` numbers its messages from 1; `titled` says that a title was given, not derived; `activeRunId` is the reply that is made. */
export const conversationRecordSchema = z.object({
  title: z.string(),
  titled: z.boolean().default(false),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastSeq: z.number().int(),
  activeRunId: z.string().nullable(),
});
export type ConversationRecord = z.output<typeof conversationRecordSchema>;

export function createConversations(store: Store) {
  return {
    async find(userId: string, id: string): Promise<ConversationRecord | null> {
      const found = await store.find(paths.conversation(userId, id));
      return found === null ? null : conversationRecordSchema.parse(found.data);
    },

    async get(userId: string, id: string): Promise<ConversationRecord> {
      const record = await this.find(userId, id);
      if (record === null) throw new AppError("not_found", "This conversation does not exist.");
      return record;
    },

    /** Newest first, a page at a time. */
    async list(userId: string, page: PageQuery): Promise<{ conversations: ConversationSummary[]; cursor: string | null }> {
      const found = await store.list({
        collection: paths.conversations(userId),
        orderBy: { field: "updatedAt", direction: "desc" },
        limit: page.limit,
        cursor: page.cursor,
      });
      return { conversations: found.documents.map((document) => toSummary(document.id, document.data)), cursor: found.cursor };
    },

    async update(userId: string, id: string, patch: Partial<ConversationRecord>): Promise<void> {
      await store.update(paths.conversation(userId, id), patch);
    },

    /** Gives it a title of the person's own, which no later title replaces. */
    async rename(userId: string, id: string, title: string): Promise<void> {
      await store.update(paths.conversation(userId, id), { title, titled: true });
    },

    /** Sets a title that a model made, unless the person has given one or the conversation is gone. */
    async suggestTitle(userId: string, id: string, title: string): Promise<void> {
      await store.transaction(async (tx) => {
        const found = await tx.find(paths.conversation(userId, id));
        if (found === null || conversationRecordSchema.parse(found.data).titled) return;
        tx.update(paths.conversation(userId, id), { title });
      });
    },

    /** Deletes it with its messages and evidence. Files and runs are other records: see `deleteConversation` in `lib/runs`. */
    async deleteTree(userId: string, id: string): Promise<void> {
      await store.deleteTree(paths.conversation(userId, id));
    },
  };
}
export type Conversations = ReturnType<typeof createConversations>;

function toSummary(id: string, data: DocumentData): ConversationSummary {
  const { title, createdAt, updatedAt, activeRunId } = conversationRecordSchema.parse(data);
  return { id, title, createdAt, updatedAt, activeRunId };
}
