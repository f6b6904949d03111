import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { endpoint } from "@/lib/protocol/endpoint";

/** Saves the person's message and answers with the reply as it is made, or whole with `stream: false`. */
export const startReply = endpoint<{ id: string; message: ChatMessage }>()("POST /api/chat");
/**
 * Joins the running reply from its first event, or behind a place of it; 204 when nothing runs. It ends when
 * the reply waits for the person, unless the reader wants to stay.
 */
export const followReply = endpoint()("GET /api/chat/[id]/stream");
/** Stops the running reply; what it has so far stays. */
export const stopReply = endpoint()("POST /api/chat/[id]/stop");
/** Words for the running reply, which it reads before its next step; 409 `not_running` when it has ended. */
export const steerReply = endpoint<void, { message: { id: string; text: string } }>()(
  "POST /api/chat/[id]/steer",
);
/**
 * Takes words back that the running reply has not read yet; 409 `already_decided` where it has, `not_running`
 * where it has ended.
 */
export const takeBackSteer = endpoint()("DELETE /api/chat/[id]/steer/[messageId]");
/** The person's answer to a call that waits; with the last one the reply goes on, after this answer. */
export const answerApproval = endpoint<void, ApprovalAnswer>()("POST /api/chat/[id]/approvals/[approvalId]");
/** The person's answer to a question that the agent asked; the reply goes on, after this answer. */
export const answerQuestion = endpoint<void, { answer: string }>()(
  "POST /api/chat/[id]/answers/[questionId]",
);
