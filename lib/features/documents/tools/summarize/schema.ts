import type { CitedDocument } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const mostSummarized = 10;

export const summarizeInputSchema = z.object({
  ids: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(mostSummarized)
    .describe("Ids of passages that were found in this conversation"),
  focus: z.string().max(400).optional().describe("What the summary is for"),
  reason: reasonField,
});

export type SummarizeOutput = {
  ids: string[];
  sources: CitedDocument[];
  /** Sentences of the passages themselves: no small model gave a summary that could be used. */
  isExtract: boolean;
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    summarize: { input: typeof summarizeInputSchema; data: SummarizeOutput };
  }
}
