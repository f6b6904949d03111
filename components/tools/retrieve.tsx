import { FileSearch } from "lucide-react";
import type { ToolView } from "./tool-view";

export const retrieveView: ToolView<"retrieve"> = {
  name: "retrieve",
  Icon: FileSearch,
  asked: ({ input }) => input?.query ?? "",
  live: ({ input }) => ({ what: input?.query ?? "…" }),
  result: ({ passages }) => ({ count: passages.length }),
};
