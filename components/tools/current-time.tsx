import { Clock } from "lucide-react";
import type { ToolView } from "./tool-view";

export const currentTimeView: ToolView<"get_current_time"> = {
  name: "get_current_time",
  Icon: Clock,
  asked: ({ input }) =>
    [input?.timezone, ...(input?.compare ?? []), input?.offset].filter(Boolean).join(", "),
  result: ({ text }) => ({ text }),
};
