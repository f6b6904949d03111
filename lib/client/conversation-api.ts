import type { ConversationReply } from "@/lib/protocol/conversations";
import { request, type Answer } from "./request";

export type ConversationApi = {
  getConversation(cursor: string | null, signal: AbortSignal): Promise<Answer<ConversationReply>>;
  stopReply(signal: AbortSignal): Promise<Answer<null>>;
};

export function createConversationApi(conversationId: string, origin = ""): ConversationApi {
  const id = encodeURIComponent(conversationId);
  return {
    getConversation(cursor, signal) {
      const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      return request(`${origin}/api/conversations/${id}${query}`, { signal });
    },
    stopReply(signal) {
      return request(`${origin}/api/chat/${id}/stop`, { method: "POST", signal });
    },
  };
}
