import { MessageCircleQuestion } from "lucide-react";
import type { ToolStepPart } from "@/lib/client/approvals";
import type { ToolCallPart, ToolView } from "./tool-view";

export type QuestionCall = ToolCallPart<"ask_person">;

/** Whether a call is a question of the model, which is answered, not allowed. */
export const isQuestion = (part: ToolStepPart): part is QuestionCall => part.type === "tool-ask_person";

export const askPersonView: ToolView<"ask_person"> = {
  name: "ask_person",
  Icon: MessageCircleQuestion,
  asked: ({ input }) => input?.question ?? "",
  result: ({ answer, isAnswered }) => ({ answer, isAnswered: String(isAnswered) }),
  question: ({ input }) => input?.question ?? "",
};
