import { z } from "zod";
import { idSchema } from "./ids";
import { factInputSchema, memoryCategories, memoryTiers } from "./tools";

export const factSchema = z.object({
  id: idSchema,
  content: z.string(),
  category: z.enum(memoryCategories),
  tier: z.enum(memoryTiers),
  confidence: z.number(),
  keywords: z.array(z.string()),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  useCount: z.number().int(),
  /** Milliseconds since 1970; `null` never expires. */
  expiresAt: z.number().nullable(),
  /** Where it was said; `null` when the person added it by hand. */
  source: z.object({ conversationId: idSchema, messageId: idSchema }).nullable(),
});
export type Fact = z.output<typeof factSchema>;

export const addMemorySchema = z.strictObject(factInputSchema.shape);
export const patchMemorySchema = z.strictObject({
  content: factInputSchema.shape.content.optional(),
  category: z.enum(memoryCategories).optional(),
  tier: z.enum(memoryTiers).optional(),
});
export type MemoriesReply = { facts: Fact[]; history: (Fact & { endedAt: number; why: string })[] };
