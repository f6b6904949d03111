import type { SettingsRecord } from "@/lib/data/settings";
import type { Models } from "@/lib/models/models";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { defaultSettings, modelTiers, type ModelTier, type SettingsReply } from "@/lib/protocol/settings";

/** What the admin page shows: settings, defaults, providers and the chains that serve now. No key is in it. */
export function toSettingsReply(record: SettingsRecord, models: Models): SettingsReply {
  const effective = modelTiers.map((tier) => [tier, models.chain(tier, { settings: record.settings.modelTiers[tier] })] as const);
  return {
    ...record,
    defaults: defaultSettings,
    providers: models.providers(),
    effectiveTiers: Object.fromEntries(effective) as Record<ModelTier, string[]>,
  };
}

/** What the chat page may know of the settings. */
export function toClientSettings({ settings }: SettingsRecord, models: Models): ClientSettings {
  const main = models.chain("main", { settings: settings.modelTiers.main });
  const pro = models.chain("pro", { settings: settings.modelTiers.pro });
  const refs = [...new Set([...main, ...pro])];
  return {
    offline: main.every((ref) => ref.startsWith("offline:")),
    models: refs.map((ref) => ({ ref, label: ref.slice(ref.indexOf(":") + 1) })),
    defaultModel: main[0] ?? "",
    style: settings.agentStyle,
    allowStyleOverride: settings.allowStyleOverride,
    allowModelChoice: settings.allowModelChoice,
    reasoningVisible: settings.reasoningVisible,
  };
}
