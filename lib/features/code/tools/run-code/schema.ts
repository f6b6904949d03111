import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const runCodeInputSchema = z.object({
  code: z.string().min(1).max(20_000).describe("JavaScript; the value of the last expression comes back"),
  reason: reasonField,
});

/** `value`: of the last expression, `null` where there is none. */
export type RunCodeOutput = { output: string; value: string | null };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    run_code: { input: typeof runCodeInputSchema; data: RunCodeOutput };
  }
}
