import type { Citation, HelpedCall } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const askHelperInputSchema = z.object({
  helper: z.string().trim().min(1).max(64).describe("Who is asked: researcher, analyst, fact-checker, …"),
  question: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .describe("What to find out, with all that the helper must know: it sees nothing else"),
  reason: reasonField,
});

export type AskHelperOutput = {
  /** Its name. */
  helper: string;
  question: string;
  /** Where it was done: a conversation of its own. */
  conversationId: string;
  /** Its answer may hold private words. */
  isPrivate: boolean;
  sources: Citation[];
};
/** `text`: the answer, whose numbers are those of the sources. */
export type HelperAnswer = Omit<AskHelperOutput, "question"> & { text: string };
export type AskHelper = (
  asked: { helper: string; question: string },
  call: HelpedCall,
) => Promise<HelperAnswer>;

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    ask_helper: { input: typeof askHelperInputSchema; data: AskHelperOutput };
  }
}
