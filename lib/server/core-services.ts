import { randomUUID } from "node:crypto";
import { defaultSettings } from "@/lib/protocol/settings";
import { settableTools } from "@/lib/engine/tools/catalog";
import { applySettings, openProviders, type ProviderRegistry } from "@/lib/features/settings/providers";
import { createSealer, deriveSecret, openServerSecret } from "@/lib/secrets";
import { createBreakers, type Breakers } from "@/lib/breakers/breakers";
import { createProviderKeys } from "@/lib/features/settings/records";
import { createAllRecords, type Records } from "@/lib/features/records";
import type { Settings } from "@/lib/data/settings";
import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import { createAskSmall } from "@/lib/models/ask";
import { createModelMemory } from "@/lib/models/model-memory";
import { embedTexts } from "@/lib/models/embed-texts";
import type { Models } from "@/lib/models/models";
import { openChain, waitFor, type ChainHooks } from "@/lib/models/open-chain";
import { toPatience } from "@/lib/models/patience";
import type { LeftOut } from "@/lib/models/part-reader";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { costMicroUsd, toCharge } from "@/lib/models/prices";
import { type CallGate, createCallGate } from "@/lib/money/call-gate";
import { payFrom, type PersonPurse } from "@/lib/money/purse";
import type { AskPurpose, CompareMeaning, EmbedTexts } from "@/lib/protocol/ask";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { AgentSettings, ModelTier } from "@/lib/protocol/settings";
import { readerPriceName } from "@/lib/protocol/settings-fields";
import type { RunModels } from "@/lib/engine/ports";
import { createFailureCount } from "@/lib/store/count-failures";
import { openChunkIndex } from "@/lib/store/chunks/open";
import { openBlobs, openStore } from "@/lib/store/open";
import { isMemoryShort, readMemoryUse } from "./memory-room";
import { toBlobConfig, toStoreConfig } from "./store-config";

export const newId = () => randomUUID();

/**
 * What the services are made of that touches the world: where documents and files live, the time, and the
 * memory.
 */
export type Platform = {
  openStore: typeof openStore;
  openBlobs: typeof openBlobs;
  now: () => number;
  /** Without it, as long as the clock on the wall says. */
  wait?: typeof waitFor;
  /** Without it, what the process really uses. */
  readMemoryUse?: typeof readMemoryUse;
};

export const realPlatform: Platform = { openStore, openBlobs, now: () => Date.now() };

export type CoreServices = Awaited<ReturnType<typeof openCoreServices>>;

/** What all else stands on: records, the settings in force, and models by the keys of the moment. */
export async function openCoreServices(env: Env, platform: Platform, log: Log) {
  const { now, wait = waitFor } = platform;
  const { records, index, providerKeys, ...opened } = await openRecords(env, platform, log);
  const keys = {
    env,
    readEntered: providerKeys.read,
    onFailure: (error: unknown) => log.error("keys_not_read", { error }),
  };
  const providers = await openProviders(keys, (await records.settings.get()).keysVersion);
  const breakers = createBreakers(now);
  const { settings } = records;
  await applySettings(settings, providers, breakers);
  const chainOf = async (tier: ModelTier) =>
    providers.models().chain(tier, { settings: (await settings.get()).settings.modelTiers[tier] });
  const calls = createCallGate({ most: env.MAX_RUNS, mostOfPerson: env.MAX_RUNS_PER_PERSON });
  const personPurse = createPersonPurse(records.quotas, settings, { calls, log });
  const { compareMeaning, embed } = createMeaning(providers.models, () => chainOf("embedding"));
  const charges = toCharges(providers.models);
  const isFree = (ref: string) => isModelFree(providers.models(), ref);
  const askSmall = createAskSmall({
    chain: () => chainOf("lite"),
    open: (refs: readonly string[], hooks: ChainHooks) =>
      openChain(providers.models(), refs, { ...hooks, breakers, wait }),
    ...charges,
    forms: createModelMemory(now),
    takesTools: (ref) => providers.models().describe(ref).nativeTools,
    patience: async (refs) =>
      toPatience(providers.models(), refs, (await settings.get()).settings.localFirstChunkSeconds * 1000),
    ...toAskReports(records.statistics, log),
  });
  const maySpend = async (userId: string) =>
    [...(await chainOf("lite")), ...(await chainOf("embedding"))].every(isFree) ||
    records.quotas.maySpend(userId, (await settings.get()).settings);
  /** Work for a person beside their replies, which they pay for. */
  const payFor = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    payFrom(personPurse(userId), work);
  return {
    ...{ env, maySpend, payFor, personPurse, isFree, ...charges, newId },
    ...{ index, embed, records, providerKeys, models: providers.models, engines: providers.engines },
    mayCostBeside: (inForce: AgentSettings) => mayCostBeside(providers, inForce),
    ...opened,
    providers,
    breakers,
    settings,
    chainOf,
    /** The offline guide is no model that could be asked. */
    hasSmallModel: async () =>
      (await chainOf("lite")).some((ref) => !providers.models().describe(ref).isStandIn),
    compareMeaning,
    askSmall,
    isMemoryShort: () => isMemoryShort((platform.readMemoryUse ?? readMemoryUse)(env.MAX_MEMORY_MB)),
    ...{ log, now, wait },
  };
}

/** What becomes known of small questions that came to nothing. */
function toAskReports(statistics: Records["statistics"], log: Log) {
  return {
    report: (event: string, fields: Record<string, unknown>) => log.info(event, fields),
    countUnanswered: (purpose: AskPurpose) =>
      void statistics.recordUnanswered(purpose).catch((error: unknown) => log.warn("not_counted", { error })),
  };
}

/** How near texts are in meaning, and what searches keep of it, by the models of the moment. */
function createMeaning(models: () => Models, chain: () => Promise<string[]>) {
  const compareMeaning: CompareMeaning = async (query, texts, signal) =>
    rankByMeaning(models(), await chain(), { query, texts }, signal);
  const embed: EmbedTexts = async (texts, signal) => embedTexts(models(), await chain(), texts, signal);
  return { compareMeaning, embed };
}

/** Sets money of the day and the month aside in the person's record for each paid act beside a reply. */
function createPersonPurse(
  quotas: Records["quotas"],
  settings: Settings,
  { calls, log }: { calls: CallGate; log: Log },
) {
  return (userId: string): PersonPurse => ({
    enterCall: (entering) => calls.enter(userId, entering),
    async hold(mostMicroUsd) {
      const held = await quotas.hold(userId, mostMicroUsd, (await settings.get()).settings);
      return {
        settle: (microUsd) =>
          // What cannot be settled counts as spent when its time is over.
          quotas
            .settle(userId, held, microUsd)
            .catch((error: unknown) => log.warn("cost_not_settled", { error })),
      };
    },
    charge: (microUsd) => quotas.addCost(userId, microUsd),
  });
}

/** What calls cost and may cost, by the models of the moment. */
function toCharges(models: () => Models) {
  const priceOf = (ref: string) => models().describe(ref).price;
  return {
    costOf: (ref: string, usage: RunUsage): number | null => {
      const price = priceOf(ref);
      return price === null ? null : costMicroUsd(usage, price);
    },
    toCharge: (ref: string, usage: RunUsage): number => toCharge(usage, priceOf(ref)),
    toMostCharge: (refs: readonly string[], usage: { inputTokens: number; outputTokens: number }): number =>
      Math.max(
        0,
        ...refs.map((ref) => toCharge({ ...usage, cacheWriteTokens: usage.inputTokens }, priceOf(ref))),
      ),
  };
}

/** Whether anything beside the answering model may cost money. */
function mayCostBeside(providers: ProviderRegistry, settings: AgentSettings): boolean {
  const models = providers.models();
  const tiers: readonly ModelTier[] = settings.imageGenerationEnabled
    ? ["lite", "embedding", "image"]
    : ["lite", "embedding"];
  const refs = tiers.flatMap((tier) => models.chain(tier, { settings: settings.modelTiers[tier] }));
  const prices = providers
    .engines()
    .flatMap(({ id, engine }) =>
      engine === null ? [] : [settings.prices[id]?.perSearch ?? engine.costMicroUsd ?? 0],
    );
  return (
    refs.some((ref) => !isModelFree(models, ref)) ||
    [...prices, settings.prices[readerPriceName]?.perPage ?? 0].some((price) => price > 0)
  );
}

function isModelFree(models: Models, ref: string): boolean {
  const { price } = models.describe(ref);
  return (
    price !== null &&
    price.inputPerMillion === 0 &&
    price.outputPerMillion === 0 &&
    (price.perImage ?? 0) === 0
  );
}

/** Whoever uses a server alone has no quota unless they set one. */
const noQuotas = {
  ...{ messagesPerDay: null, centsPerDay: null, centsPerMonth: null, storageMegabytes: null },
  toolLimits: {},
};

async function openRecords(env: Env, { openStore, openBlobs, now }: Platform, log: Log) {
  const { failures: storeFailures, count } = createFailureCount();
  const store = count(await openStore(toStoreConfig(env)));
  const [blobs, secret] = await Promise.all([
    openBlobs(toBlobConfig(env)).then(count),
    openServerSecret({ authSecret: env.AUTH_SECRET, dataDir: env.DATA_DIR }),
  ]);
  const settings = {
    // People with accounts see the reasoning only when an administrator says so.
    defaults: {
      ...defaultSettings,
      enabledTools: settableTools,
      reasoningVisible: env.AUTH_URL === undefined,
      ...(env.AUTH_URL === undefined ? noQuotas : {}),
    },
    onUnreadable: (problem: Record<string, unknown>) => log.error("settings_unreadable", problem),
  };
  const memories = {
    onUnreadable: (problem: Record<string, unknown>) => log.error("facts_unreadable", problem),
  };
  const index = await openChunkIndex(
    toStoreConfig(env).driver === "embedded"
      ? {
          driver: "embedded",
          dataDir: env.DATA_DIR,
          onSetAside: (file) => log.error("document_index_set_aside", { file }),
        }
      : { driver: "blobs", store, blobs },
  );
  const shareSecret = deriveSecret(secret, "sextant shared pages");
  const records = createAllRecords(store, blobs, { now, settings, memories, shareSecret });
  const providerKeys = createProviderKeys(store, createSealer(secret));
  return { store, blobs, storeFailures, records, index, secret, providerKeys };
}

export function toRunModels(
  models: Models,
  { breakers, log, wait }: { breakers: Breakers; log: Log; wait: typeof waitFor },
): RunModels {
  const onLeftOut = (ref: string, left: LeftOut) => log.info("model_parts_left_out", { ref, ...left });
  return {
    ...models,
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers, onLeftOut, wait }),
    describe(ref) {
      const { price, ...described } = models.describe(ref);
      // Dollars a million tokens are micro-dollars a token.
      const {
        inputPerMillion = 0,
        outputPerMillion = 0,
        cacheWritePerMillion = inputPerMillion,
      } = price ?? {};
      return {
        ...described,
        price: price && { input: cacheWritePerMillion, output: outputPerMillion },
      };
    },
    ...toCharges(() => models),
  };
}
