import type { ConversationReply } from "@/lib/protocol/conversations";
import type { Draft } from "./conversation-session";
import { request, type Answer } from "./request";

export type ConversationApi = {
  /** `limit`: how many messages; the server's own number when left out. */
  getConversation(
    page: { cursor: string | null; limit?: number | undefined },
    signal: AbortSignal,
  ): Promise<Answer<ConversationReply>>;
  stopReply(signal: AbortSignal): Promise<Answer<null>>;
  /** Hands words to the running reply, which reads them before its next step; 409 `not_running` when it has ended. */
  steerReply(message: Pick<Draft, "id" | "text">): Promise<Answer<null>>;
};

export function createConversationApi(conversationId: string, origin = ""): ConversationApi {
  const id = encodeURIComponent(conversationId);
  return {
    getConversation({ cursor, limit }, signal) {
      const query = new URLSearchParams({
        ...(cursor !== null && { cursor }),
        ...(limit !== undefined && { limit: String(limit) }),
      }).toString();
      return request(`${origin}/api/conversations/${id}${query && `?${query}`}`, { signal });
    },
    stopReply(signal) {
      return request(`${origin}/api/chat/${id}/stop`, { method: "POST", signal });
    },
    steerReply({ id: messageId, text }) {
      return request(`${origin}/api/chat/${id}/steer`, {
        method: "POST",
        body: { message: { id: messageId, text } },
      });
    },
  };
}
