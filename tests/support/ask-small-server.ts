import { createBreakers } from "@/lib/breakers/breakers";
import { createAskSmall } from "@/lib/models/ask";
import { createFormMemory } from "@/lib/models/form-memory";
import { createModels } from "@/lib/models/models";
import { openChain } from "@/lib/models/open-chain";
import type { AskSmall } from "@/lib/protocol/ask";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

/**
 * The small model over its own wire: the server gives one answer after the other, the last one again and
 * again.
 */
export async function openAskSmall(
  answers: readonly unknown[],
): Promise<{ askSmall: AskSmall; server: ProviderServer }> {
  const queue = answers.map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer)));
  const server = await startProviderServer(() => ({
    parts: [{ type: "text", chunks: [(queue.length > 1 ? queue.shift() : queue[0]) ?? ""] }],
    usage: { input: 100, output: 20 },
  }));
  const models = createModels({
    openai: { apiKey: "key-o", baseURL: `${server.url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
  const breakers = createBreakers(() => 0);
  const askSmall = createAskSmall({
    chain: async () => ["openai:gpt-5.4-nano"],
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers }),
    costOf: (_ref, usage) => usage.inputTokens + usage.outputTokens,
    toCharge: () => 0,
    toMostCharge: () => 0,
    report: () => undefined,
    countUnanswered: () => undefined,
    forms: createFormMemory(() => 0),
    takesTools: () => true,
  });
  return { askSmall, server };
}
