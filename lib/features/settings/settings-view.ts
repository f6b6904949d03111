import type { SettingsRecord } from "@/lib/data/settings";
import type { Models } from "@/lib/models/models";
import { toReplyBudget } from "@/lib/protocol/reply-budget";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { toOfferedModels } from "@/lib/protocol/offered-models";
import type { ClientSettings, FocusEngines, OfferedModel } from "@/lib/protocol/client-settings";
import {
  modelTiers,
  type AgentSettings,
  type EngineState,
  type ModelNote,
  type ModelTier,
  type SetPrice,
  type SettingsReply,
} from "@/lib/protocol/settings";
import { pickEngines, type ListedEngine } from "@/lib/features/web/search/catalog";
import { enginePricesAsOf } from "@/lib/features/web/search/engine";

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
  const chains = Object.fromEntries(
    modelTiers.map((tier) => [tier, models.chain(tier, { settings: settings.modelTiers[tier] })]),
  ) as Record<ModelTier, string[]>;
  return {
    version,
    settings,
    updatedAt,
    updatedBy,
    fallback,
    defaults,
    providers: models.providers(),
    effectiveTiers: chains,
    engines: engines.map(toEngineState),
    knownPrices: listKnownPrices(
      models,
      [Object.values(chains), Object.keys(settings.prices), Object.keys(settings.modelOptions)].flat(2),
      engines,
    ),
    modelNotes: listNotes(models, [...new Set(Object.values(chains).flat())]),
    withoutTemperature: chains.main.filter((ref) => !models.describe(ref).takesTemperature),
  };
}

function listNotes(models: Models, refs: readonly string[]): Record<string, ModelNote> {
  const notes = refs.flatMap((ref) => {
    const { refused, tools } = models.describe(ref);
    if (refused.length === 0 && tools === undefined) return [];
    const note: ModelNote = { refused: [...refused], ...(tools && { tools }) };
    return [[ref, note] as const];
  });
  return Object.fromEntries(notes);
}

/** As they are built in. */
function listKnownPrices(
  models: Models,
  refs: readonly string[],
  engines: readonly ListedEngine[],
): Record<string, SetPrice> {
  const ofModels = [...new Set(refs)].flatMap((ref) => {
    const price = models.knownPrice(ref);
    if (price === null) return [];
    const { inputPerMillion, outputPerMillion, perImage, asOf } = price;
    const known = { inputPerMillion, outputPerMillion, ...(perImage !== undefined && { perImage }), asOf };
    return [[ref, known] as const];
  });
  const ofEngines = engines.flatMap(({ id, engine }) =>
    engine?.costMicroUsd === undefined
      ? []
      : [[id, { perSearch: engine.costMicroUsd / 1_000_000, asOf: enginePricesAsOf }] as const],
  );
  return Object.fromEntries([...ofModels, ...ofEngines]);
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
export function toClientSettings(
  { settings }: SettingsRecord,
  { models, engines }: Omit<SettingsSurroundings, "defaults">,
  role: Role,
): Omit<ClientSettings, "agents" | "usual"> {
  const main = models.chain("main", { settings: settings.modelTiers.main });
  return {
    offline: main.every((ref) => models.describe(ref).isStandIn),
    canConfigure: role === "admin",
    models: toOfferedModels(models, settings).map((ref) => toOfferedModel(ref, models)),
    budget: toReplyBudget(settings),
    defaultModel: main[0] ?? "",
    focusEngines: settings.webSearchEnabled ? toFocusEngines(settings, engines) : null,
    style: settings.agentStyle,
    allowStyleOverride: settings.allowStyleOverride,
    allowPlans: settings.planning !== "never",
    allowModelChoice: settings.allowModelChoice,
    reasoningVisible: settings.reasoningVisible,
  };
}

function toOfferedModel(ref: string, models: Models): OfferedModel {
  const { contextWindow, isWindowKnown, price } = models.describe(ref);
  const id = ref.slice(0, ref.indexOf(":"));
  return {
    ref,
    label: ref.slice(ref.indexOf(":") + 1),
    provider:
      id === "local" || id === "offline"
        ? id
        : (models.providers().find((provider) => provider.id === id)?.name ?? id),
    contextWindow: isWindowKnown ? contextWindow : null,
    price: price && { inputPerMillion: price.inputPerMillion, outputPerMillion: price.outputPerMillion },
  };
}

function toFocusEngines(
  { searchEngines: order, disabledEngines: disabled }: AgentSettings,
  listed: readonly ListedEngine[],
): FocusEngines {
  const asked = pickEngines(listed, { order, disabled });
  const list = (kind: keyof FocusEngines) =>
    asked.filter(({ focuses }) => focuses?.includes(kind) === true).map(({ name }) => name);
  return { news: list("news"), academic: list("academic"), site: list("site") };
}
