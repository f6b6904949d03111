import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { ToolStepPart } from "./approvals";

type DynamicPart = Extract<ToolStepPart, { type: "dynamic-tool" }>;

/** What came of a tool that the message type does not know; `null` as long as it has given nothing. */
export function findDynamicResult(part: DynamicPart): AnyToolResult | null {
  const { output } = part;
  // Our own runner wrote it; what has another form is nothing that can be drawn.
  return typeof output === "object" && output !== null && "ok" in output && "meta" in output
    ? (output as AnyToolResult)
    : null;
}

/** Whether no tool of that name was there; these are the library's words for it. */
export function isUnknownTool(part: DynamicPart): boolean {
  return part.state === "output-error" && part.errorText.includes("unavailable tool");
}
