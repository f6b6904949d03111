import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { answerDirectlyInputSchema } from "./schema";

/** Where a style asks for a call first, this is the call for a question that needs none. */
export function createAnswerDirectly(): ToolDefinition<"answer_directly"> {
  return {
    name: "answer_directly",
    version: "1.0",
    capability: "basic",
    stage: "reasoning",
    description: `Says that no tool is needed, and why; the answer follows in the next step.
Use it as the first call when no other tool would make the answer better: a greeting, thanks, creative writing, a rewording, timeless knowledge.
Do not use it for anything that may have changed or needs a source, or beside another call.`,
    input: answerDirectlyInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 1_000 },
    sentences: { answersDirectly: "No tool is needed: {reason}" },
    execute: async ({ reason }) => ({
      text: "Answer now.",
      summary: { key: "answersDirectly", values: { reason } },
      data: { reason },
    }),
  };
}
