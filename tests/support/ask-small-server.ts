import { createBreakers } from "@/lib/breakers/breakers";
import { createAskSmall } from "@/lib/models/ask";
import { createModelMemory } from "@/lib/models/model-memory";
import { createModels } from "@/lib/models/models";
import { openChain } from "@/lib/models/open-chain";
import type { AskSmall } from "@/lib/protocol/ask";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

/** What it answers to a question as it was sent. */
export type AnswerQuestion = (question: string) => unknown;

/**
 * The small model over its own wire: the server gives one answer after the other, the last one again and
 * again, or what the function makes of each question.
 */
export async function openAskSmall(
  answers: readonly unknown[] | AnswerQuestion,
): Promise<{ askSmall: AskSmall; server: ProviderServer; reported: [event: string, fields: object][] }> {
  const queue = typeof answers === "function" ? [] : [...answers];
  const next = () => (queue.length > 1 ? queue.shift() : queue[0]) ?? "";
  const answerTo = typeof answers === "function" ? answers : next;
  const server = await startProviderServer(async ({ body }) => {
    const answer = await answerTo(JSON.stringify(body));
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { parts: [{ type: "text", chunks: [text] }], usage: { input: 100, output: 20 } };
  });
  const models = createModels({
    openai: { apiKey: "key-o", baseURL: `${server.url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
  const breakers = createBreakers(() => 0);
  const reported: [event: string, fields: object][] = [];
  const askSmall = createAskSmall({
    chain: async () => ["openai:gpt-5.4-nano"],
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers }),
    costOf: (_ref, usage) => usage.inputTokens + usage.outputTokens,
    toCharge: () => 0,
    toMostCharge: () => 0,
    report: (event, fields) => void reported.push([event, fields]),
    countUnanswered: () => undefined,
    forms: createModelMemory(() => 0),
    takesTools: () => true,
    patience: async () => ({ nearMs: 0, mayLoad: false }),
  });
  return { askSmall, server, reported };
}
