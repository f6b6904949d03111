import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { Plan, PlanEdit } from "@/lib/protocol/plans";
import type { Rating } from "@/lib/protocol/ratings";
import { request, type Answer } from "@/lib/client/request";

/** How the server took an answer: `decided` when given before or too late, `gone` when none is asked for. */
export type ApprovalReply =
  | { kind: "taken" | "decided" | "gone" }
  | { kind: "invalid"; detail: string; fields: Record<string, string> }
  | { kind: "failed"; detail: string | null };

export type ConversationApi = ReturnType<typeof createConversationApi>;

/** What a page asks of the server about one conversation; nothing here throws. */
export function createConversationApi(conversationId: string, origin = "") {
  const id = encodeURIComponent(conversationId);
  const chat = `${origin}/api/chat/${id}`;
  return {
    /** `limit`: how many messages; the server's own number when left out. */
    getConversation(page: { cursor: string | null; limit?: number | undefined }, signal: AbortSignal) {
      const query = new URLSearchParams({
        ...(page.cursor !== null && { cursor: page.cursor }),
        ...(page.limit !== undefined && { limit: String(page.limit) }),
      }).toString();
      return request<ConversationReply>(`${origin}/api/conversations/${id}${query && `?${query}`}`, {
        signal,
      });
    },
    /** From now on the conversation opens with this message at its end. */
    showBranch: (leaf: string) =>
      request<null>(`${origin}/api/conversations/${id}`, { method: "PATCH", body: { leaf } }),
    /** `null` takes it back. */
    rateAnswer(messageId: string, rating: Rating | null) {
      const path = `${origin}/api/conversations/${id}/messages/${encodeURIComponent(messageId)}/rating`;
      return request<null>(path, rating === null ? { method: "DELETE" } : { method: "PUT", body: rating });
    },
    stopReply: (signal: AbortSignal) => request<null>(`${chat}/stop`, { method: "POST", signal }),
    /** The running reply reads them before its next step; 409 `not_running` when it has ended. */
    steerReply: ({ id: messageId, text }: { id: string; text: string }) =>
      request<null>(`${chat}/steer`, { method: "POST", body: { message: { id: messageId, text } } }),
    /** 409 `already_decided` where the reply has read them, `not_running` where it has ended. */
    takeBackSteer: (messageId: string) =>
      request<null>(`${chat}/steer/${encodeURIComponent(messageId)}`, { method: "DELETE" }),
    async answerApproval(approvalId: string, answer: ApprovalAnswer): Promise<ApprovalReply> {
      const path = `${chat}/approvals/${encodeURIComponent(approvalId)}`;
      return toApprovalReply(await request<null>(path, { method: "POST", body: answer }));
    },
    async answerQuestion(questionId: string, answer: string): Promise<ApprovalReply> {
      const path = `${chat}/answers/${encodeURIComponent(questionId)}`;
      return toApprovalReply(await request<null>(path, { method: "POST", body: { answer } }));
    },
    /** What it is then also comes with the reply's events. */
    changePlan: (runId: string, edit: PlanEdit) =>
      request<Plan>(`${origin}/api/runs/${encodeURIComponent(runId)}/plan`, { method: "PATCH", body: edit }),
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
