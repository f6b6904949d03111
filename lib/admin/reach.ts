import type { Settings } from "@/lib/data/settings";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { createModels, type Models } from "@/lib/models/models";
import { createEngines, type ListedEngine } from "@/lib/search/catalog";
import { toModelsConfig } from "./models-config";

export type ReachDeps = {
  env: Env;
  /** The keys that an admin entered, opened. */
  listKeys: () => Promise<Record<string, string>>;
  /** Told when changed keys could not be read; those from before stay in use. */
  onFailure: (error: unknown) => void;
};

export type Reach = {
  models(): Models;
  engines(): readonly ListedEngine[];
  /** Reads the keys again when their version is another than the one in use. Never throws. */
  follow(keysVersion: number): Promise<void>;
};

/** The models and search engines that the keys of the environment and of the admin page reach, kept up with both. */
export async function openReach(
  { env, listKeys, onFailure }: ReachDeps,
  keysVersion: number,
): Promise<Reach> {
  let inUse = await build(keysVersion);
  let loading: Promise<void> | null = null;

  async function build(version: number) {
    const keys = await listKeys();
    return {
      version,
      models: createModels(toModelsConfig(env, keys)),
      engines: createEngines({ env, keys }),
    };
  }

  async function load(version: number): Promise<void> {
    try {
      inUse = await build(version);
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    models: () => inUse.models,
    engines: () => inUse.engines,
    async follow(version) {
      if (version === inUse.version) return;
      loading ??= load(version).finally(() => (loading = null));
      await loading;
    },
  };
}

/** Whoever reads the settings finds the models and engines by the keys of that moment, also those entered on another instance. */
export function followKeys(settings: Settings, reach: Reach): Settings {
  return {
    ...settings,
    async get() {
      const record = await settings.get();
      await reach.follow(record.keysVersion);
      return record;
    },
  };
}

/** Throws `invalid_request` for a provider or an engine that takes no key here. */
export function checkTakesKey(reach: Reach, id: string): void {
  const all: readonly { id: string; key: string }[] = [...reach.models().providers(), ...reach.engines()];
  if (all.some((each) => each.id === id && each.key !== "unneeded")) return;
  throw new AppError("invalid_request", "There is no such provider.", {
    fields: { provider: "name one that takes a key" },
  });
}
