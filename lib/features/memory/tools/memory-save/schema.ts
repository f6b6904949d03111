import { factInputSchema, type RememberedFact } from "@/lib/features/memory/shape";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const memorySaveInputSchema = z.object({
  facts: z.array(factInputSchema).min(1).max(10),
  reason: reasonField,
});

export type MemorySaveOutput = { saved: RememberedFact[]; skipped: { content: string; why: string }[] };

/** The facts that a call saved; none of a call of any other tool. */
export function toSavedFacts({ tool, output }: { tool: string; output: AnyToolResult }): RememberedFact[] {
  if (tool !== "memory_save" || !output.ok || !("data" in output)) return [];
  // The runner wrote it with this tool's own type.
  return (output.data as MemorySaveOutput).saved;
}

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    memory_save: { input: typeof memorySaveInputSchema; data: MemorySaveOutput };
  }
}
