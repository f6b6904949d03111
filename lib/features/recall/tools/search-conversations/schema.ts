import type { CitedSource } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

const dayField = z.iso.date().optional();

export const searchConversationsInputSchema = z.object({
  query: z.string().trim().min(1).max(200).describe("A few words of what was spoken of then"),
  from: dayField.describe("Only what was said on this day or later, as 2026-03-01"),
  to: dayField.describe("Only what was said on this day or earlier"),
  reason: reasonField,
});

export type SearchConversationsOutput = {
  conversations: (CitedSource & { snippet: string })[];
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    search_conversations: {
      input: typeof searchConversationsInputSchema;
      data: SearchConversationsOutput;
    };
  }
}
