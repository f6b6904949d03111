import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

/** By this name the model asks the person. */
export const questionTool = "ask_person";

export const askPersonInputSchema = z.object({
  question: z.string().trim().min(1).max(500).describe("One question that can be understood alone"),
  choices: z.array(z.string().trim().min(1).max(200)).max(8).optional().describe("Answers to choose from"),
  default: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe("What you go on with when there is no answer within minutes"),
  answer: z.string().trim().min(1).max(4_000).optional().describe("Leave out: the person fills it in"),
  reason: reasonField,
});

/** `isAnswered`: by the person; else what was stated counts. */
export type AskPersonOutput = { question: string; answer: string; isAnswered: boolean };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    ask_person: { input: typeof askPersonInputSchema; data: AskPersonOutput };
  }
}
