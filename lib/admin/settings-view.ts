import type { SettingsRecord } from "@/lib/data/settings";
import type { Models } from "@/lib/models/models";
import type { Role } from "@/lib/protocol/accounts";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import {
  modelTiers,
  type AgentSettings,
  type EngineState,
  type ModelTier,
  type SettingsReply,
} from "@/lib/protocol/settings";
import type { ListedEngine } from "@/lib/search/catalog";

export type SettingsSurroundings = {
  models: Models;
  engines: readonly ListedEngine[];
  defaults: AgentSettings;
};

/** What the admin page shows, with the chains that serve now. No key is in it. */
export function toSettingsReply(
  record: SettingsRecord,
  { models, engines, defaults }: SettingsSurroundings,
): SettingsReply {
  const { version, settings, updatedAt, updatedBy, fallback } = record;
  const effective = modelTiers.map(
    (tier) => [tier, models.chain(tier, { settings: settings.modelTiers[tier] })] as const,
  );
  return {
    version,
    settings,
    updatedAt,
    updatedBy,
    fallback,
    defaults,
    providers: models.providers(),
    effectiveTiers: Object.fromEntries(effective) as Record<ModelTier, string[]>,
    engines: engines.map(toEngineState),
  };
}

/** An address with a name and password in it is shown without them. */
function toEngineState({ id, name, key, where, needs }: ListedEngine): EngineState {
  const state = { id, name, key, ...(needs !== undefined && { needs }) };
  const url = URL.parse(where);
  if (url === null) return { ...state, where };
  Object.assign(url, { username: "", password: "" });
  return { ...state, where: url.href.replace(/\/$/, "") };
}

/** What the chat page may know of the settings. */
export function toClientSettings({ settings }: SettingsRecord, models: Models, role: Role): ClientSettings {
  const main = models.chain("main", { settings: settings.modelTiers.main });
  const pro = models.chain("pro", { settings: settings.modelTiers.pro });
  const refs = [...new Set([...main, ...pro])];
  return {
    offline: main.every((ref) => ref.startsWith("offline:")),
    canConfigure: role === "admin",
    models: refs.map((ref) => ({ ref, label: ref.slice(ref.indexOf(":") + 1) })),
    defaultModel: main[0] ?? "",
    style: settings.agentStyle,
    allowStyleOverride: settings.allowStyleOverride,
    allowModelChoice: settings.allowModelChoice,
    reasoningVisible: settings.reasoningVisible,
  };
}
