import { reasonField } from "@/lib/protocol/tools";
import { topKField, type RetrieveOutput } from "@/lib/features/documents/tools/retrieve/schema";
import { z } from "zod";

export const retrieveMoreInputSchema = z.object({
  resultId: z.string().min(1).max(64).describe("The id of a result of retrieve or retrieve_more"),
  topK: topKField,
  reason: reasonField,
});

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    retrieve_more: { input: typeof retrieveMoreInputSchema; data: RetrieveOutput };
  }
}
