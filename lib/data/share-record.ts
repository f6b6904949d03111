import { z } from "zod";

/** A share as the owner's conversation has it. */
export const shareSchema = z.object({ token: z.string(), sharedAt: z.number(), messages: z.number().int() });
export type Share = z.output<typeof shareSchema>;
