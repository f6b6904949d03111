import { MessageCircle } from "lucide-react";
import type { ToolView } from "./tool-view";

export const answerDirectlyView: ToolView<"answer_directly"> = {
  name: "answer_directly",
  Icon: MessageCircle,
  asked: ({ input }) => input?.reason ?? "",
  result: ({ reason }) => ({ reason }),
};
