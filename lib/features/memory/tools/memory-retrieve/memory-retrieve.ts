import type { Memory } from "@/lib/features/memory/memory";
import type { FoundFact } from "@/lib/features/memory/find-facts";
import { toOneLine } from "@/lib/language/fence";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { memoryRetrieveInputSchema } from "./schema";

export function createMemoryRetrieve(memory: Pick<Memory, "search">): ToolDefinition<"memory_retrieve"> {
  return {
    name: "memory_retrieve",
    version: "1.1",
    capability: "memory",
    stage: "retrieving_memory",
    description: `Looks up what was remembered about the person in earlier conversations, the best fit first, with category, tier, since when, and what each replaced.
Use it when the person asks what you know about them, or when their preferences, background or projects would change the answer.
Do not use it for general knowledge, or for what stands in this conversation or among the facts you were already given.
Give words or a short sentence of what to look for, or leave them out to get everything; categories narrow it down. An empty memory is a normal answer.
What stands behind “until …:” and “before:” is no longer true: use it only when the person asks about the past.`,
    input: memoryRetrieveInputSchema,
    origin: "person",
    approval: "never",
    effect: "none",
    limits: { timeMs: 10_000 },
    sentences: { foundFacts: "Found {count} facts." },
    async execute({ searchTerms = [], categories = [] }, { userId, timezone, signal }) {
      const { found, others, isOff, costMicroUsd } = await memory.search(
        userId,
        { terms: searchTerms, categories },
        signal,
      );
      const text =
        found.length > 0
          ? found.map((fact) => describeFact(fact, timezone)).join("\n")
          : explainNothing(others, isOff);
      const facts = found.map(({ id, content, category, tier }) => ({ id, content, category, tier }));
      return {
        text,
        summary: { key: "foundFacts", values: { count: facts.length } },
        data: { facts },
        costMicroUsd,
      };
    },
  };
}

/** One line; what came before the fact that was replaced stands with its last day. */
function describeFact({ content, category, tier, createdAt, before }: FoundFact, timezone: string): string {
  const [newest, ...older] = before.map((ended) => ({
    words: `“${toOneLine(ended.content)}”`,
    until: toDay(ended.endedAt, timezone),
  }));
  const earlier = [
    ...older.toReversed().map(({ words, until }) => `; until ${until}: ${words}`),
    ...(newest === undefined ? [] : [`; before: ${newest.words}`]),
  ];
  return `- ${toOneLine(content)} (${category}, ${tier}, since ${toDay(createdAt, timezone)}${earlier.join("")})`;
}

/** The person's day, as 2026-03-02. */
function toDay(at: number, timezone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(at);
}

function explainNothing(others: number, isOff: boolean): string {
  if (isOff)
    return "The person has switched memory off: nothing is looked up or kept until they switch it on again on the memory page.";
  if (others === 0) return "Nothing is remembered yet.";
  return `Nothing that is remembered matches; ${others} other ${others === 1 ? "fact is" : "facts are"}. Leave out searchTerms and categories to read ${others === 1 ? "it" : "them all"}.`;
}
