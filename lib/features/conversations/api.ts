import type {
  ConversationReply,
  ConversationsReply,
  ConversationPatch,
  SearchReply,
} from "@/lib/protocol/conversations";
import { endpoint } from "@/lib/protocol/endpoint";

/** The person's conversations, newest first, a page at a time. */
export const listConversations = endpoint<ConversationsReply>()("GET /api/conversations");
/** Those that have the words of `q`. */
export const searchConversations = endpoint<SearchReply>()("GET /api/conversations");
/** A conversation with its newest messages, or older ones before a cursor. */
export const readConversation = endpoint<ConversationReply>()("GET /api/conversations/[id]");
export const changeConversation = endpoint<void, ConversationPatch>()("PATCH /api/conversations/[id]");
/** Deletes it with all that hangs on it: messages, evidence, runs, files. */
export const deleteConversation = endpoint()("DELETE /api/conversations/[id]");
