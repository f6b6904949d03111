import type { ToolStepPart } from "@/lib/client/read-turn";
import { toShortAddress } from "@/lib/client/sources";

/** What a tool was asked, in its own words; for pages that were read, what they are. The input may still be growing. */
export function toAskedText(part: ToolStepPart): string {
  switch (part.type) {
    case "tool-web_search":
      return part.input?.query ?? "";
    case "tool-web_fetch":
      return listPages(part).join(", ");
    case "tool-memory_retrieve":
      return (part.input?.searchTerms ?? []).join(", ");
    case "tool-memory_save":
      return (part.input?.facts ?? []).map((fact) => fact?.content ?? "").join("; ");
    case "tool-image_generate":
      return part.input?.description ?? "";
    case "tool-recall_details":
      return part.input?.focus ?? "";
    case "tool-get_current_time":
      return [part.input?.timezone, ...(part.input?.compare ?? []), part.input?.offset]
        .filter(Boolean)
        .join(", ");
    case "tool-calculate":
      return part.input?.expression ?? "";
    case "dynamic-tool":
      return "";
  }
}

function listPages(part: Extract<ToolStepPart, { type: "tool-web_fetch" }>): string[] {
  if (part.state !== "output-available" || !part.output.ok)
    return (part.input?.urls ?? []).map((url) => toShortAddress(url ?? ""));
  const { pages, failures } = part.output.data;
  return [
    ...pages.map(({ title, site }) => (title === site ? site : `${title} · ${site}`)),
    ...failures.map(({ url }) => toShortAddress(url)),
  ];
}
