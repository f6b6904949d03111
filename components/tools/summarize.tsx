import { ListCollapse } from "lucide-react";
import type { ToolView } from "./tool-view";

export const summarizeView: ToolView<"summarize"> = {
  name: "summarize",
  Icon: ListCollapse,
  asked: ({ input }) => input?.focus ?? "",
  result: ({ ids }) => ({ count: ids.length }),
};
