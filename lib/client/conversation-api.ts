import type { ConversationReply } from "@/lib/protocol/conversations";
import type { Draft } from "./conversation-session";
import { request, type Answer } from "./request";

export type ConversationApi = {
  getConversation(cursor: string | null, signal: AbortSignal): Promise<Answer<ConversationReply>>;
  stopReply(signal: AbortSignal): Promise<Answer<null>>;
  /** Hands words to the running reply, which reads them before its next step; 409 `not_running` when it has ended. */
  steerReply(message: Pick<Draft, "id" | "text">): Promise<Answer<null>>;
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
    steerReply({ id: messageId, text }) {
      return request(`${origin}/api/chat/${id}/steer`, { method: "POST", body: { message: { id: messageId, text } } });
    },
  };
}
