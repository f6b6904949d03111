import type { RememberedFact } from "@/lib/features/memory/shape";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const memoryForgetInputSchema = z.object({
  facts: z
    .array(z.object({ content: z.string().min(1).max(500).describe("The fact, as it is remembered") }))
    .min(1)
    .max(10),
  reason: reasonField,
});

export type MemoryForgetOutput = { forgotten: RememberedFact[]; unknown: string[] };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    memory_forget: { input: typeof memoryForgetInputSchema; data: MemoryForgetOutput };
  }
}
