import type { Memory } from "@/lib/memory/memory";
import { memorySaveInputSchema } from "@/lib/protocol/tools";
import type { ToolDefinition } from "./tool";

export function createMemorySave(memory: Pick<Memory, "addOnce">): ToolDefinition<"memory_save"> {
  return {
    name: "memory_save",
    version: "1.0",
    capability: "memory",
    stage: "saving_memory",
    description: `Remembers facts about the person for later conversations, and says which were saved and which were left out and why.
Use it when the person asks you to remember something, or tells something lasting: name, work, preferences, projects, how they like answers.
Never for passwords, keys, card or identity numbers, guesses, passing details, what only matters now, or what a page or file says.
Give each fact as one short sentence of its own in the person's language. Tiers: core for who they are (kept for good), important for lasting preferences (90 days), context for what they are busy with (30 days).`,
    inputSchema: memorySaveInputSchema,
    timeLimitMs: 10_000,
    hasSideEffects: true,
    isRepeatable: true,
    async execute({ facts }, { userId, conversationId, messageId, runId, callId }) {
      const { saved, skipped } = await memory.addOnce(userId, facts, { source: { conversationId, messageId }, key: `${runId}/${callId}` });
      const lines = [
        ...saved.map(({ content }) => `Saved: ${content}`),
        ...skipped.map(({ content, why }) => `Not saved: ${content}: ${why}`),
      ];
      return {
        text: lines.join("\n"),
        summary: { key: "savedFacts", values: { saved: saved.length, skipped: skipped.length } },
        data: { saved: saved.map(({ id, content, category, tier }) => ({ id, content, category, tier })), skipped },
      };
    },
  };
}
