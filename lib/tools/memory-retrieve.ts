import type { Memory } from "@/lib/memory/memory";
import type { RememberedFact } from "@/lib/protocol/tool-results";
import { memoryRetrieveInputSchema } from "@/lib/protocol/tools";
import type { ToolDefinition } from "./tool";

export function createMemoryRetrieve(memory: Pick<Memory, "search" | "list">): ToolDefinition<"memory_retrieve"> {
  return {
    name: "memory_retrieve",
    version: "1.0",
    capability: "memory",
    stage: "retrieving_memory",
    description: `Looks up what was remembered about the person in earlier conversations, and gives the facts with category and tier.
Use it when the person asks what you know about them, or when their preferences, background or projects would change the answer.
Do not use it for general knowledge, or for what stands in this conversation or among the facts you were already given.
Give single words to look for, or leave them out to get everything; categories narrow it down. An empty memory is a normal answer.`,
    inputSchema: memoryRetrieveInputSchema,
    timeLimitMs: 10_000,
    hasSideEffects: false,
    async execute({ searchTerms = [], categories = [] }, { userId }) {
      const found = await memory.search(userId, searchTerms, categories);
      const facts: RememberedFact[] = found.map(({ id, content, category, tier }) => ({ id, content, category, tier }));
      const text =
        facts.length > 0
          ? facts.map(({ content, category, tier }) => `- ${content} (${category}, ${tier})`).join("\n")
          : await explainNothing(userId);
      return { text, summary: { key: "foundFacts", values: { count: facts.length } }, data: { facts } };
    },
  };

  async function explainNothing(userId: string): Promise<string> {
    const { facts } = await memory.list(userId);
    if (facts.length === 0) return "Nothing is remembered yet.";
    return `Nothing that is remembered matches; ${facts.length} other facts are. Leave out searchTerms and categories to read them all.`;
  }
}
