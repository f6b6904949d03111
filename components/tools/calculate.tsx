import { Calculator } from "lucide-react";
import type { ToolView } from "./tool-view";

export const calculateView: ToolView<"calculate"> = {
  name: "calculate",
  Icon: Calculator,
  asked: ({ input }) => input?.expression ?? "",
  result: ({ expression, result, isExact }) => ({ expression, sign: isExact ? "=" : "≈", result }),
};
