import { createBreakers } from "@/lib/breakers/breakers";
import { createAskSmall } from "@/lib/models/ask";
import { createModelMemory } from "@/lib/models/model-memory";
import { createLog } from "@/lib/log";
import { createModels } from "@/lib/models/models";
import { openChain } from "@/lib/models/open-chain";
import { toPatience } from "@/lib/models/patience";
import { logSdkWarnings } from "@/lib/models/sdk-warnings";
import type { AskPurpose, AskSmall } from "@/lib/protocol/ask";
import { closeAfter } from "./scripted-services";
import { startProviderServer, type ProviderServer, type ServerOptions } from "./wire/provider-server";
import type { Script } from "./wire/reply";

export type Asking = {
  askSmall: AskSmall;
  server: ProviderServer;
  /** What was asked without a usable answer, in order. */
  unanswered: AskPurpose[];
  /** Tokens that money was set aside for, request by request. */
  setAside: number[];
  clock: { at: number };
  breakers: ReturnType<typeof createBreakers>;
};

type AskingOptions = Pick<ServerOptions, "forms"> & {
  refs: string[];
  textTools?: string[];
  /** How long a server of one's own may take to load a model. */
  nearMs?: number;
};

/** Small questions over every wire, to one server: each provider of the product is set up to reach it. */
export async function openAsking(
  script: Script,
  { refs, forms, textTools = [], nearMs }: AskingOptions,
): Promise<Asking> {
  logSdkWarnings(createLog("silent"));
  const server = await startProviderServer(script, forms === undefined ? {} : { forms });
  closeAfter(server);
  const keyed = { apiKey: "key", baseURL: `${server.url}/v1` };
  const models = createModels({
    ...{ openai: keyed, anthropic: keyed, google: { apiKey: "key", baseURL: `${server.url}/v1beta` } },
    local: { baseURL: `${server.url}/v1`, model: "wire" },
    compatible: [{ name: "groq", baseURL: `${server.url}/v1`, apiKey: "key" }],
    ...{ tiers: {}, keySources: {}, textTools },
  });
  const clock = { at: 1_000_000 };
  const breakers = createBreakers(() => clock.at);
  const unanswered: AskPurpose[] = [];
  const setAside: number[] = [];
  const askSmall = createAskSmall({
    chain: async () => refs,
    open: (chain, hooks) => openChain(models, chain, { ...hooks, breakers }),
    costOf: () => 0,
    toCharge: () => 0,
    toMostCharge(_refs, { outputTokens }) {
      setAside.push(outputTokens);
      return 0;
    },
    report: () => undefined,
    forms: createModelMemory(() => clock.at),
    takesTools: (ref) => models.describe(ref).nativeTools,
    patience: async (asked) =>
      nearMs === undefined ? { nearMs: 0, mayLoad: false } : toPatience(models, asked, nearMs),
    countUnanswered: (purpose) => unanswered.push(purpose),
  });
  return { askSmall, server, unanswered, setAside, clock, breakers };
}
