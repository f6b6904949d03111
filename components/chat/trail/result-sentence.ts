import type { useTranslations } from "next-intl";
import { findDynamicResult, isUnknownTool } from "@/lib/client/dynamic-result";
import type { ToolStepPart } from "@/lib/client/read-turn";

/** What came of a tool's call in one sentence; "" while there is nothing to tell. */
export function toResultSentence(
  part: ToolStepPart,
  t: ReturnType<typeof useTranslations<"chat.step">>,
): string {
  if (part.type === "dynamic-tool" && isUnknownTool(part)) return t("unknownTool");
  if (part.state === "output-error") return part.errorText;
  if (part.state === "output-denied") return "";
  if (part.state !== "output-available") return "";
  if (part.type === "dynamic-tool") return toDynamicSentence(part);
  if (!part.output.ok) return part.output.message;
  switch (part.type) {
    case "tool-web_search":
      return t("result.foundResults", { count: part.output.data.results.length });
    case "tool-web_fetch": {
      const { pages, failures } = part.output.data;
      return t("result.readPages", { count: pages.length, total: pages.length + failures.length });
    }
    case "tool-memory_retrieve":
      return t("result.foundFacts", { count: part.output.data.facts.length });
    case "tool-memory_save":
      return t("result.savedFacts", { count: part.output.data.saved.length });
    case "tool-image_generate":
      return t("result.madeImage");
    case "tool-recall_details":
      return t("result.recalled", { title: part.output.data.title });
    case "tool-get_current_time":
      return t("result.toldTime", { text: part.output.data.text });
    case "tool-calculate": {
      const { expression, result, isExact } = part.output.data;
      return t("result.calculated", { expression, sign: isExact ? "=" : "≈", result });
    }
    default:
      return part satisfies never;
  }
}

/** A tool that was added at runtime sums up in its own words. */
function toDynamicSentence(part: Extract<ToolStepPart, { type: "dynamic-tool" }>): string {
  const result = findDynamicResult(part);
  if (result?.ok !== true) return result?.message ?? "";
  return typeof result.summary === "string" ? result.summary : "";
}
