import { RotateCw } from "lucide-react";
import type { ToolView } from "./tool-view";

export const recallDetailsView: ToolView<"recall_details"> = {
  name: "recall_details",
  Icon: RotateCw,
  asked: ({ input }) => input?.focus ?? "",
  result: ({ title }) => ({ title }),
};
