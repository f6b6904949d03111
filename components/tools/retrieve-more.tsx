import { FileSearch } from "lucide-react";
import { findData, type ToolView } from "./tool-view";

export const retrieveMoreView: ToolView<"retrieve_more"> = {
  name: "retrieve_more",
  Icon: FileSearch,
  asked: (call) => findData(call)?.search.query ?? "",
  result: ({ passages }) => ({ count: passages.length }),
};
