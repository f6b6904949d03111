import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { PlanEdit } from "@/lib/features/plans/shape";
import type { Rating } from "@/lib/features/ratings/shape";
import * as chat from "@/lib/features/chat/api";
import { changeConversation, readConversation } from "@/lib/features/conversations/api";
import { changePlan } from "@/lib/features/plans/api";
import { rateAnswer, takeRatingBack } from "@/lib/features/ratings/api";
import { call, type Answer } from "@/lib/client/request";

/** How the server took an answer: `decided` when given before or too late, `gone` when none is asked for. */
export type ApprovalReply =
  | { kind: "taken" | "decided" | "gone" }
  | { kind: "invalid"; detail: string; fields: Record<string, string> }
  | { kind: "failed"; detail: string | null };

export type ConversationApi = ReturnType<typeof createConversationApi>;

/** What a page asks of the server about one conversation; nothing here throws. */
export function createConversationApi(id: string, origin?: string) {
  const place = { params: { id }, origin };
  return {
    /** `limit`: how many messages; the server's own number when left out. */
    getConversation: (page: { cursor: string | null; limit?: number | undefined }, signal: AbortSignal) =>
      call(readConversation, { ...place, query: page, signal }),
    /** From now on the conversation opens with this message at its end. */
    showBranch: (leaf: string) => call(changeConversation, { ...place, body: { leaf } }),
    /** `null` takes it back. */
    rateAnswer(messageId: string, rating: Rating | null) {
      const of = { params: { id, messageId }, origin };
      return rating === null ? call(takeRatingBack, of) : call(rateAnswer, { ...of, body: rating });
    },
    stopReply: (signal: AbortSignal) => call(chat.stopReply, { ...place, signal }),
    steerReply: (message: { id: string; text: string }) =>
      call(chat.steerReply, { ...place, body: { message: { id: message.id, text: message.text } } }),
    takeBackSteer: (messageId: string) => call(chat.takeBackSteer, { params: { id, messageId }, origin }),
    answerApproval: (approvalId: string, body: ApprovalAnswer) =>
      call(chat.answerApproval, { params: { id, approvalId }, body, origin }).then(toApprovalReply),
    answerQuestion: (questionId: string, answer: string) =>
      call(chat.answerQuestion, { params: { id, questionId }, body: { answer }, origin }).then(
        toApprovalReply,
      ),
    /** What it is then also comes with the reply's events. */
    changePlan: (runId: string, edit: PlanEdit) =>
      call(changePlan, { params: { id: runId }, body: edit, origin }),
  };
}

function toApprovalReply(reply: Answer<null>): ApprovalReply {
  if (reply.ok) return { kind: "taken" };
  const { status, problem } = reply;
  if (status === 404) return { kind: "gone" };
  if (problem?.code === "already_decided") return { kind: "decided" };
  if (status === 400)
    return { kind: "invalid", detail: problem?.detail ?? "", fields: problem?.fields ?? {} };
  return { kind: "failed", detail: problem?.detail ?? null };
}
