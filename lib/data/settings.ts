import { AppError } from "@/lib/errors";
import { agentSettingsSchema, type AgentSettings, type SettingsPatch } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { toJson } from "./json";
import { paths } from "./paths";

export type SettingsRecord = { version: number; settings: AgentSettings; updatedAt: number | null; updatedBy: string | null };

export function createSettings(store: Store, now: () => number) {
  let cached: { at: number; record: SettingsRecord } | null = null;

  async function read(): Promise<SettingsRecord> {
    const found = await store.find(paths.settings);
    return toRecord(found?.data ?? {});
  }

  return {
    /** The settings in force. Kept for 3 seconds, so that a change made on another instance is live within 5. */
    async get(): Promise<SettingsRecord> {
      if (cached !== null && now() - cached.at < 3000) return cached.record;
      const record = await read();
      cached = { at: now(), record };
      return record;
    },

    /** Saves a change made against `version`. Throws `conflict` when somebody else saved first. */
    async update(patch: SettingsPatch, version: number, author: string): Promise<SettingsRecord> {
      const record = await store.transaction(async (tx) => {
        const current = toRecord((await tx.find(paths.settings))?.data ?? {});
        if (current.version !== version) {
          throw new AppError("conflict", "Somebody else saved the settings meanwhile. Look at theirs, then save again.");
        }
        const next = { version: version + 1, settings: merge(current.settings, patch), updatedAt: now(), updatedBy: author };
        tx.set(paths.settings, { ...next, settings: toJson(next.settings) });
        return next;
      });
      cached = { at: now(), record };
      return record;
    },
  };
}
export type Settings = ReturnType<typeof createSettings>;

function toRecord(data: Record<string, unknown>): SettingsRecord {
  const parsed = agentSettingsSchema.safeParse(data["settings"] ?? {});
  if (!parsed.success) throw new AppError("store_invalid", "The stored settings cannot be read.", { cause: parsed.error });
  return {
    version: Number(data["version"] ?? 0),
    settings: parsed.data,
    updatedAt: typeof data["updatedAt"] === "number" ? data["updatedAt"] : null,
    updatedBy: typeof data["updatedBy"] === "string" ? data["updatedBy"] : null,
  };
}

function merge(settings: AgentSettings, patch: SettingsPatch): AgentSettings {
  const { modelTiers, ...rest } = patch;
  const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return agentSettingsSchema.parse({ ...settings, ...given(rest), modelTiers: { ...settings.modelTiers, ...given(modelTiers ?? {}) } });
}
