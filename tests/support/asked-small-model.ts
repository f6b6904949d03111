import { createBreakers } from "@/lib/breakers/breakers";
import { createAskSmall } from "@/lib/models/ask";
import { createModelMemory } from "@/lib/models/model-memory";
import { createModels } from "@/lib/models/models";
import { openChain } from "@/lib/models/open-chain";
import type { AskSmall } from "@/lib/protocol/ask";
import { startProviderServer, type ProviderServer } from "./wire/provider-server";
import type { Reply } from "./wire/reply";

export type AskedSmallModel = {
  askSmall: AskSmall;
  server: ProviderServer;
  /** The last question as it was sent, with its instructions. */
  readQuestion: () => string;
};

/**
 * The small model over its vendor's own wire. Texts and objects are answered one after the other, the last
 * one again and again.
 */
export async function openAskedSmallModel(
  answers: readonly (string | object | { reply: Reply })[],
  chain: readonly string[] = ["openai:gpt-5.4-nano"],
): Promise<AskedSmallModel> {
  const queue = [...answers];
  const server = await startProviderServer(() =>
    toReply((queue.length > 1 ? queue.shift() : queue[0]) ?? ""),
  );
  const models = createModels({
    openai: { apiKey: "key-o", baseURL: `${server.url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
  const breakers = createBreakers(() => 0);
  const askSmall = createAskSmall({
    chain: async () => [...chain],
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers }),
    costOf: (_ref, usage) => usage.inputTokens + usage.outputTokens,
    toCharge: () => 0,
    toMostCharge: () => 0,
    report: () => undefined,
    countUnanswered: () => undefined,
    forms: createModelMemory(() => 0),
    takesTools: () => true,
    patience: async () => ({ nearMs: 0, mayLoad: false }),
  });
  return { askSmall, server, readQuestion: () => JSON.stringify(server.requests.at(-1)?.body) };
}

function toReply(answer: string | object | { reply: Reply }): Reply {
  if (typeof answer === "object" && "reply" in answer) return answer.reply as Reply;
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return { parts: [{ type: "text", chunks: [text] }], usage: { input: 100, output: 20 } };
}
