import type { ApprovalReason } from "@/lib/protocol/approvals";
import type { ToolName } from "@/lib/protocol/tools";

/** Tools that wait for the person once text by others is in the conversation, and for what. */
export const asksFirst: Partial<Record<ToolName, ApprovalReason>> = {
  web_search: "query",
  web_fetch: "address",
  memory_save: "fact",
  image_generate: "effect",
};
