import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import { request } from "./request";

/** How the server took an answer: `decided` when it was given before or too late, `gone` when nothing asks for it. */
export type ApprovalReply =
  | { kind: "taken" | "decided" | "gone" }
  | { kind: "invalid"; detail: string; fields: Record<string, string> }
  | { kind: "failed"; detail: string | null };

export type AnswerApproval = (approvalId: string, answer: ApprovalAnswer) => Promise<ApprovalReply>;

/** Gives the person's answers to calls of a conversation that wait. Never throws. */
export function createApprovalAnswer(conversationId: string, origin = ""): AnswerApproval {
  const path = `${origin}/api/chat/${encodeURIComponent(conversationId)}/approvals`;
  return async (approvalId, answer) => {
    const reply = await request<null>(`${path}/${encodeURIComponent(approvalId)}`, {
      method: "POST",
      body: answer,
    });
    if (reply.ok) return { kind: "taken" };
    const { status, problem } = reply;
    if (status === 404) return { kind: "gone" };
    if (problem?.code === "already_decided") return { kind: "decided" };
    if (status === 400)
      return { kind: "invalid", detail: problem?.detail ?? "", fields: problem?.fields ?? {} };
    return { kind: "failed", detail: problem?.detail ?? null };
  };
}
