import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const calculateInputSchema = z.object({
  expression: z.string().min(1).max(500).describe("Such as 15% of 240, sqrt(2) * 3 cm to inch, 2^64"),
  country: z
    .string()
    .max(10)
    .optional()
    .describe(
      "For business days only: the country whose public holidays are left out, DE, or a part of it, DE-BY",
    ),
  file: z.string().max(200).optional().describe("For cells only: the name of the file that holds them"),
  reason: reasonField,
});

/** `isExact` is false where the result was rounded. */
export type CalculateOutput = { expression: string; result: string; isExact: boolean };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    calculate: { input: typeof calculateInputSchema; data: CalculateOutput };
  }
}
