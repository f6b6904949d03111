import { FileText } from "lucide-react";
import { findData, type ToolView } from "./tool-view";

export const lookupView: ToolView<"lookup"> = {
  name: "lookup",
  Icon: FileText,
  asked: (call) =>
    [findData(call)?.source.title ?? call.input?.document, call.input?.section].filter(Boolean).join(" · "),
  result: ({ source }) => ({ title: source.title }),
};
