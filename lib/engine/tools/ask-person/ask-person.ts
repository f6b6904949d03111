import { isEditedCall } from "@/lib/protocol/edited-calls";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { askPersonInputSchema, questionTool } from "./schema";

/** Waits as a call that only the person can allow does: their answer is the input that they changed. */
export function createAskPerson(): ToolDefinition<"ask_person"> {
  return {
    name: questionTool,
    version: "1.0",
    capability: "basic",
    stage: "executing_tools",
    description: `Asks the person one question and waits for the answer, some minutes at most.
Use it only when the answer changes what you do, nothing you have or can find tells it, and a wrong guess would waste the person's time or money.
Do not use it to confirm what they already said, for permission (calls that need it ask by themselves), or at the end: an open question belongs into the answer.
Give question, choices where there are a few, and as default what you go on with if nobody answers.`,
    input: askPersonInputSchema,
    origin: "own",
    approval: "always",
    isOptional: true,
    effect: "none",
    limits: { timeMs: 5_000 },
    sentences: { answered: "The person answered: {answer}", unanswered: "No answer; goes on with: {answer}" },
    async execute({ question, default: fallback, answer }, { callId }) {
      // A call that nobody changed has no answer of the person, whatever the model wrote there.
      const isAnswered = answer !== undefined && isEditedCall(callId);
      const given = isAnswered ? answer : fallback;
      return {
        text: isAnswered ? `The person answers: ${answer}` : `There was no answer. Go on with: ${fallback}`,
        summary: { key: isAnswered ? "answered" : "unanswered", values: { answer: given } },
        data: { question, answer: given, isAnswered },
      };
    },
  };
}
