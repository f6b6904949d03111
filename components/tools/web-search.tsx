import { Search } from "lucide-react";
import type { ToolView } from "./tool-view";

export const webSearchView: ToolView<"web_search"> = {
  name: "web_search",
  Icon: Search,
  asked: ({ input }) => input?.query ?? "",
  live: ({ input }) => ({ what: input?.query ?? "…" }),
  result: ({ results }) => ({ count: results.length }),
  question: (_call, t) => t("web_search.ask"),
};
