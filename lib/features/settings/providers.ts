import type { Breakers } from "@/lib/breakers/breakers";
import type { EnteredAccess } from "./records";
import type { Settings, SettingsRecord } from "@/lib/data/settings";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { ModelsConfig, Pricing } from "@/lib/models/models-config";
import type { ListedModel } from "@/lib/protocol/settings";
import { createModels, type Models } from "@/lib/models/models";
import { createEngines, type ListedEngine } from "@/lib/features/web/search/catalog";
import { toModelsConfig } from "./models-config";

export type ProviderDeps = {
  env: Env;
  readEntered: () => Promise<EnteredAccess>;
  /** Told when changed keys could not be read; those from before stay in use. */
  onFailure: (error: unknown) => void;
};

export type ProviderRegistry = {
  models(): Models;
  engines(): readonly ListedEngine[];
  /** The models that a provider would list if this was entered; see `listModels`. */
  listWith(id: string, entered: EnteredAccess, signal: AbortSignal): Promise<ListedModel[] | null>;
  /** Makes models and engines anew when the keys or what is set differ from those in use. Never throws. */
  reloadOnChange(change: { keysVersion: number } & SetOfModels): Promise<void>;
};

/** What the settings say of models. */
type SetOfModels = { pricing: Pricing; windows?: NonNullable<ModelsConfig["listedWindows"]> };

/** The models and engines that keys of the environment and the admin page reach, kept up with both. */
export async function openProviders(
  { env, readEntered, onFailure }: ProviderDeps,
  keysVersion: number,
): Promise<ProviderRegistry> {
  let inUse = await build(keysVersion, { pricing: { prices: {}, unknown: "limit" } });
  let loading: Promise<void> | null = null;

  async function build(version: number, { pricing, windows }: SetOfModels) {
    const entered = await readEntered();
    const config = toModelsConfig(env, entered);
    return {
      version,
      said: JSON.stringify([pricing, windows]),
      models: createModels({
        ...config,
        pricing,
        listedWindows: { ...config.listedWindows, ...windows },
      }),
      engines: createEngines({ env, keys: entered.keys }),
    };
  }

  async function load(version: number, set: SetOfModels): Promise<void> {
    try {
      inUse = await build(version, set);
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    models: () => inUse.models,
    engines: () => inUse.engines,
    listWith: (id, entered, signal) => createModels(toModelsConfig(env, entered)).listOf(id, signal),
    async reloadOnChange({ keysVersion: version, pricing, windows }) {
      if (version === inUse.version && JSON.stringify([pricing, windows]) === inUse.said) return;
      loading ??= load(version, { pricing, ...(windows && { windows }) }).finally(() => (loading = null));
      await loading;
    },
  };
}

/** Keeps models, engines and thresholds as the settings say, also those saved on another instance. */
export async function applySettings(
  settings: Pick<Settings, "get" | "onRefresh">,
  providers: Pick<ProviderRegistry, "reloadOnChange">,
  breakers: Pick<Breakers, "setThresholds">,
): Promise<void> {
  const apply = async ({ settings: inForce, keysVersion }: SettingsRecord) => {
    const { breakerFailures, breakerPauseSeconds, prices, unknownPrices: unknown, modelOptions } = inForce;
    breakers.setThresholds({ failures: breakerFailures, pauseMs: breakerPauseSeconds * 1000 });
    const windows = Object.fromEntries(
      Object.entries(modelOptions).flatMap(([ref, { contextWindow }]) =>
        contextWindow === undefined ? [] : [[ref, contextWindow]],
      ),
    );
    await providers.reloadOnChange({ keysVersion, pricing: { prices, unknown }, windows });
  };
  settings.onRefresh(apply);
  await apply(await settings.get());
}

/** Throws `invalid_request` for a provider or an engine that takes no key here. */
export function checkTakesKey(providers: ProviderRegistry, id: string): void {
  const all: readonly { id: string; key: string }[] = [
    ...providers.models().providers(),
    ...providers.engines(),
  ];
  if (all.some((each) => each.id === id && each.key !== "unneeded")) return;
  throw new AppError("invalid_request", "There is no such provider.", {
    fields: { provider: "name one that takes a key" },
  });
}
