import { findResult, type AnyToolResult } from "@/lib/protocol/tool-results";
import type { ToolStepPart } from "./approvals";

type DynamicPart = Extract<ToolStepPart, { type: "dynamic-tool" }>;

/** What came of a tool that the message type does not know; `null` as long as it has given nothing. */
export function findDynamicResult(part: DynamicPart): AnyToolResult | null {
  return findResult(part.output);
}

/** Whether no tool of that name was there; these are the library's words for it. */
export function isUnknownTool(part: DynamicPart): boolean {
  return part.state === "output-error" && part.errorText.includes("unavailable tool");
}
