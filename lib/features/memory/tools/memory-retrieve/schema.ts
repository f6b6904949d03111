import { memoryCategories, type RememberedFact } from "@/lib/features/memory/shape";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const memoryRetrieveInputSchema = z.object({
  searchTerms: z
    .array(z.string().max(100))
    .max(10)
    .optional()
    .describe("Words to look for; leave out for everything"),
  categories: z.array(z.enum(memoryCategories)).max(4).optional(),
  reason: reasonField,
});

export type MemoryRetrieveOutput = { facts: RememberedFact[] };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    memory_retrieve: { input: typeof memoryRetrieveInputSchema; data: MemoryRetrieveOutput };
  }
}
