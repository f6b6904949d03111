import { randomUUID } from "node:crypto";
import { defaultSettings } from "@/lib/protocol/settings";
import { toolNames } from "@/lib/tools/catalog";
import { applySettings, openProviders } from "@/lib/admin/providers";
import { createSealer, openServerSecret } from "@/lib/auth/secrets";
import { createBreakers, type Breakers } from "@/lib/breakers/breakers";
import { createProviderKeys } from "@/lib/data/provider-keys";
import { createRecords } from "@/lib/data/records";
import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import { createMemory } from "@/lib/memory/memory";
import type { CompareMeaning } from "@/lib/memory/recall";
import { createAskSmall } from "@/lib/models/ask";
import type { Models } from "@/lib/models/models";
import { openChain, type ChainHooks } from "@/lib/models/open-chain";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { costMicroUsd } from "@/lib/models/prices";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { ModelTier } from "@/lib/protocol/settings";
import type { RunModels } from "@/lib/runs/ports";
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
  /** Without it, what the process really uses. */
  readMemoryUse?: typeof readMemoryUse;
};
export const realPlatform: Platform = { openStore, openBlobs, now: () => Date.now() };

export type CoreServices = Awaited<ReturnType<typeof openCoreServices>>;

/** What all else stands on: records, the settings in force, and models by the keys of the moment. */
export async function openCoreServices(env: Env, platform: Platform, log: Log) {
  const { now } = platform;
  const { store, records, providerKeys, secret } = await openRecords(env, platform, log);
  const keys = {
    env,
    listKeys: providerKeys.list,
    onFailure: (error: unknown) => log.error("keys_not_read", { error }),
  };
  const providers = await openProviders(keys, (await records.settings.get()).keysVersion);
  const breakers = createBreakers(now);
  const { settings } = records;
  await applySettings(settings, providers, breakers);
  const chainOf = async (tier: ModelTier) =>
    providers.models().chain(tier, { settings: (await settings.get()).settings.modelTiers[tier] });
  const compareMeaning: CompareMeaning = async (query, texts, signal) =>
    rankByMeaning(providers.models(), await chainOf("embedding"), { query, texts }, signal);
  const smallModel = {
    chain: () => chainOf("lite"),
    open: (refs: readonly string[], hooks: ChainHooks) =>
      openChain(providers.models(), refs, { ...hooks, breakers }),
    costOf: (ref: string, usage: RunUsage) => toRunModels(providers.models(), breakers).costOf(ref, usage),
    report: (event: string, fields: Record<string, unknown>) => log.info(event, fields),
  };
  const askSmall = createAskSmall(smallModel);
  const maySpend = async (userId: string) =>
    [...(await chainOf("lite")), ...(await chainOf("embedding"))].every((ref) =>
      isFree(providers.models(), ref),
    ) || records.quotas.maySpend(userId, (await settings.get()).settings);
  const memory = createMemory({
    records: records.memories,
    now,
    newId,
    compareMeaning,
    askSmall,
    maySpend,
    addCost: records.quotas.addCost,
  });
  return {
    maySpend,
    store,
    records,
    providerKeys,
    secret,
    providers,
    breakers,
    settings,
    memory,
    chainOf,
    compareMeaning,
    askSmall,
    isMemoryShort: () => isMemoryShort((platform.readMemoryUse ?? readMemoryUse)(env.MAX_MEMORY_MB)),
    log,
    now,
  };
}

function isFree(models: Models, ref: string): boolean {
  const { price } = models.describe(ref);
  return price !== null && price.inputPerMillion === 0 && price.outputPerMillion === 0;
}

async function openRecords(env: Env, { openStore, openBlobs, now }: Platform, log: Log) {
  const store = await openStore(toStoreConfig(env));
  const [blobs, secret] = await Promise.all([
    openBlobs(toBlobConfig(env)),
    openServerSecret({ authSecret: env.AUTH_SECRET, dataDir: env.DATA_DIR }),
  ]);
  const settings = {
    // People with accounts see the reasoning only when an administrator says so.
    defaults: { ...defaultSettings, enabledTools: toolNames, reasoningVisible: env.AUTH_URL === undefined },
    onUnreadable: (problem: Record<string, unknown>) => log.error("settings_unreadable", problem),
  };
  const memories = {
    onUnreadable: (problem: Record<string, unknown>) => log.error("facts_unreadable", problem),
  };
  const records = createRecords(store, blobs, { now, settings, memories });
  return { store, records, secret, providerKeys: createProviderKeys(store, createSealer(secret)) };
}

export function toRunModels(models: Models, breakers: Breakers): RunModels {
  return {
    chain: (tier, options) => models.chain(tier, options),
    open: (refs, hooks) => openChain(models, refs, { ...hooks, breakers }),
    describe(ref) {
      const { maxOutputTokens, contextWindow, seesImages, price } = models.describe(ref);
      // Dollars a million tokens are micro-dollars a token.
      return {
        maxOutputTokens,
        contextWindow,
        seesImages,
        price:
          price === null
            ? null
            : { input: price.cacheWritePerMillion ?? price.inputPerMillion, output: price.outputPerMillion },
      };
    },
    costOf(ref, usage) {
      const { price } = models.describe(ref);
      return price === null ? null : costMicroUsd(usage, price);
    },
  };
}
