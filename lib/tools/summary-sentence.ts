import type { ToolSummary, ToolSummaryKey } from "@/lib/protocol/tool-results";

/** The summary of a call as one plain English sentence, for records and for those who read no interface texts. */
export function toSummarySentence(summary: ToolSummary | string): string {
  if (typeof summary === "string") return summary;
  const { key, values } = summary;
  return sentences[key].replace(/\{(\w+)\}/g, (_mark, name: string) => String(values[name] ?? ""));
}

/** The keys and their values; the interface has its own words for them. */
const sentences: Record<ToolSummaryKey, string> = {
  foundResults: "Found {count} results for “{query}”.",
  readPages: "Read {read} of {total} pages.",
  foundFacts: "Found {count} facts.",
  savedFacts: "Saved {saved} facts, left out {skipped}.",
  madeImage: "Made an image with {model}.",
  recalled: "Recalled “{title}”.",
  recalledMessages: "Recalled {count} earlier messages.",
  toldTime: "{time}",
  calculated: "{expression} {sign} {result}",
};
