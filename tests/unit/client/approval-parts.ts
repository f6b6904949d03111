import type { ApprovalData } from "@/lib/protocol/approvals";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";

const savePart = {
  type: "tool-memory_save",
  toolCallId: "t1",
  input: {
    facts: [
      {
        content: "Is allergic to peanuts",
        category: "profile",
        tier: "core",
        confidence: 0.9,
        keywords: ["peanuts", "allergy"],
      },
    ],
  },
} satisfies Partial<ChatPart>;

export const askedPart: ChatPart = { ...savePart, state: "approval-requested", approval: { id: "a1" } };
export const deniedPart: ChatPart = {
  ...savePart,
  state: "output-denied",
  approval: { id: "a1", approved: false },
};
export const allowedPart: ChatPart = {
  ...savePart,
  state: "approval-responded",
  approval: { id: "a1", approved: true },
};

export const asked: ApprovalData = {
  toolCallId: "t1",
  tool: "memory_save",
  reason: "fact",
  details: ["Is allergic to peanuts"],
  pages: [{ title: "Nuts", url: "https://nuts.example/list", number: 3 }],
  askedAt: 1_000,
  dueAt: 301_000,
  state: "asked",
};

export function toApprovalPart(state: ApprovalData["state"], more: Partial<ApprovalData> = {}): ChatPart {
  return { type: "data-approval", id: "a1", data: { ...asked, ...more, state } };
}

export function toReply(parts: ChatPart[], metadata: ChatMessage["metadata"] = {}): ChatMessage {
  return { id: "m1", role: "assistant", parts, metadata };
}
