import { z } from "zod";

export const answerDirectlyInputSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe("Why no tool would make the answer better, in one sentence"),
});

export type AnswerDirectlyOutput = { reason: string };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    answer_directly: { input: typeof answerDirectlyInputSchema; data: AnswerDirectlyOutput };
  }
}
