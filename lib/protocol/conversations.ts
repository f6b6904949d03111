import { z } from "zod";
import type { ChatMessage } from "./chat-message";

export const maxTitleCharacters = 120;

export type ConversationSummary = { id: string; title: string; createdAt: number; updatedAt: number; activeRunId: string | null };
export type ConversationsReply = { conversations: ConversationSummary[]; cursor: string | null };
/** `messages` oldest first; `cursor` leads to older ones. */
export type ConversationReply = ConversationSummary & { messages: ChatMessage[]; cursor: string | null };

export const patchConversationSchema = z.strictObject({ title: z.string().trim().min(1).max(maxTitleCharacters) });

export const listQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

/** `cursor` is the place before which older messages are asked for. */
export const messagesQuerySchema = z.object({
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
