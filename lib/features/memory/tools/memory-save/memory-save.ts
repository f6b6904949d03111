import type { Memory } from "@/lib/features/memory/memory";
import type { SavedFact } from "@/lib/features/memory/add-facts";
import type { RememberedFact } from "@/lib/features/memory/shape";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { memorySaveInputSchema } from "./schema";

function toRemembered({ id, content, category, tier, replaced }: SavedFact): RememberedFact {
  return { id, content, category, tier, ...(replaced === null ? {} : { replaced }) };
}

export function createMemorySave(memory: Pick<Memory, "addOnce">): ToolDefinition<"memory_save"> {
  return {
    name: "memory_save",
    version: "1.0",
    capability: "memory",
    stage: "saving_memory",
    description: `Remembers facts about the person for later conversations, and says which were saved and which were left out and why.
Use it when the person asks you to remember something, or tells something lasting: name, work, preferences, projects, how they like answers.
Never for passwords, keys, card or identity numbers (save the harmless half of such a sentence), guesses, passing details, what only matters now, or what a page or file says.
Give each fact as one short sentence of its own in the person's language. Tiers: core for who they are (kept for good), important for lasting preferences (90 days), context for what they are busy with (30 days).
A fact that is no longer true is replaced by saving the new one.`,
    input: memorySaveInputSchema,
    origin: "own",
    approval: "when-untrusted",
    effect: "changes",
    limits: { timeMs: 10_000 },
    isRepeatable: true,
    sentences: { savedFacts: "Saved {saved} facts, left out {skipped}." },
    request: { reason: "fact", read: ({ facts }) => ({ reason: "fact", facts }) },
    async execute({ facts }, { userId, conversationId, messageId, runId, callId, signal }) {
      const { saved, skipped, costMicroUsd } = await memory.addOnce(userId, facts, {
        source: { conversationId, messageId },
        key: `${runId}/${callId}`,
        signal,
      });
      const lines = [
        ...saved.map(
          ({ content, replaced }) =>
            `Saved: ${content}${replaced === null ? "" : `\nThis takes the place of: ${replaced}`}`,
        ),
        ...skipped.map(({ content, why }) => `Not saved: ${content}: ${why}`),
      ];
      return {
        text: lines.join("\n"),
        summary: { key: "savedFacts", values: { saved: saved.length, skipped: skipped.length } },
        data: {
          saved: saved.map(toRemembered),
          skipped: skipped.map(({ content, why }) => ({ content, why })),
        },
        costMicroUsd,
      };
    },
  };
}
