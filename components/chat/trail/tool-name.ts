import type { useTranslations } from "next-intl";
import type { ToolStepPart } from "@/lib/client/read-turn";

/** What a person calls a tool; one that was added at runtime is called what it calls itself. */
export function toToolName(part: ToolStepPart, t: ReturnType<typeof useTranslations<"chat.step">>): string {
  switch (part.type) {
    case "dynamic-tool":
      return part.toolName;
    case "tool-web_search":
      return t("name.web_search");
    case "tool-web_fetch":
      return t("name.web_fetch");
    case "tool-memory_retrieve":
      return t("name.memory_retrieve");
    case "tool-memory_save":
      return t("name.memory_save");
    case "tool-image_generate":
      return t("name.image_generate");
    case "tool-recall_details":
      return t("name.recall_details");
    case "tool-get_current_time":
      return t("name.get_current_time");
    case "tool-calculate":
      return t("name.calculate");
  }
}
