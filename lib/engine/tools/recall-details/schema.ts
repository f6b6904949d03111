import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

/** By this name the model is told how it reads what was shortened. */
export const recallTool = "recall_details";

export const recallDetailsInputSchema = z.object({
  resultId: z.string().min(1).max(64).describe("The id given with an earlier result"),
  focus: z.string().max(400).optional().describe("What to look for in it"),
  reason: reasonField,
});

/** `tool` is the one whose result it is, where that was no page and no search. */
export type RecallDetailsOutput = {
  resultId: string;
  url?: string;
  title: string;
  text: string;
  number?: number;
  tool?: string;
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    recall_details: { input: typeof recallDetailsInputSchema; data: RecallDetailsOutput };
  }
}
