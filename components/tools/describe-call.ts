import type { useTranslations } from "next-intl";
import { findDynamicResult, isUnknownTool } from "@/lib/client/message/dynamic-result";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import { findData } from "./tool-view";
import { findView, toolViews } from "./views";

type Words<SPACE extends "tools" | "chat.step" | "chat.trail"> = ReturnType<typeof useTranslations<SPACE>>;

/** What a person calls a tool; one that was registered at run time is called what it calls itself. */
export function toToolName(part: ToolStepPart, t: Words<"tools">): string {
  if (part.type === "dynamic-tool") return part.toolName;
  const found = findView(part);
  return found === null ? part.type.slice("tool-".length) : t(`${found.view.name}.name`);
}

/** What a tool was asked, in its own words; for pages that were read, what they are. */
export function toAskedText(part: ToolStepPart): string {
  const found = findView(part);
  return found === null ? "" : found.view.asked(found.call);
}

/** What a call that runs is doing. */
export function toLiveSentence(part: ToolStepPart, t: Words<"tools">, tTrail: Words<"chat.trail">): string {
  const found = findView(part);
  if (found === null) return tTrail("live.other");
  return t(`${found.view.name}.live`, found.view.live?.(found.call) ?? {});
}

/** What came of a call in one sentence; "" while there is nothing to tell. */
export function toResultSentence(part: ToolStepPart, t: Words<"tools">, tStep: Words<"chat.step">): string {
  if (part.type === "dynamic-tool" && isUnknownTool(part)) return tStep("unknownTool");
  if (part.state === "output-error") return tStep("toolFailed", { kind: "error", message: part.errorText });
  if (part.state !== "output-available") return "";
  const result = part.type === "dynamic-tool" ? findDynamicResult(part) : part.output;
  if (result === null) return "";
  if (!result.ok) return tStep("toolFailed", { kind: result.kind, message: result.message });
  const found = findView(part);
  const data = found === null ? null : findData(found.call);
  if (found !== null && data !== null) return t(`${found.view.name}.result`, found.view.result(data));
  // One that was registered at run time sums up in its own words.
  return typeof result.summary === "string" ? result.summary : "";
}

/** What calls that went well came to, a sentence for each tool. */
export function listDeeds(
  calls: readonly ToolStepPart[],
  t: Words<"tools">,
  tTrail: Words<"chat.trail">,
): string[] {
  const found = calls.map(findView);
  const deeds = toolViews.flatMap((view) => {
    const own = found.flatMap((each) => (each?.view === view ? [each.call] : []));
    const count = own.reduce((sum, call) => sum + (view.count?.(call) ?? 1), 0);
    return count > 0 ? [t(`${view.name}.did`, { count })] : [];
  });
  const others = found.filter((each) => each === null).length;
  return others > 0 ? [...deeds, tTrail("did.others", { count: others })] : deeds;
}
