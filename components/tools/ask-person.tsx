import { MessageCircleQuestion } from "lucide-react";
import type { ToolView } from "./tool-view";

export const askPersonView: ToolView<"ask_person"> = {
  name: "ask_person",
  Icon: MessageCircleQuestion,
  asked: ({ input }) => input?.question ?? "",
  result: ({ answer, isAnswered }) => ({ answer, isAnswered: String(isAnswered) }),
  question: ({ input }) => input?.question ?? "",
};
