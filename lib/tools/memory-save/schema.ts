import { factInputSchema, type RememberedFact } from "@/lib/protocol/memories";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const memorySaveInputSchema = z.object({
  facts: z.array(factInputSchema).min(1).max(10),
  reason: reasonField,
});

export type MemorySaveOutput = { saved: RememberedFact[]; skipped: { content: string; why: string }[] };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    memory_save: { input: typeof memorySaveInputSchema; data: MemorySaveOutput };
  }
}
