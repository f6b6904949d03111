import { modelTierNames } from "./tiers";
import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";

export type SettingName = keyof AgentSettings;

/** The names of the settings in which the two differ. */
export function listChanges(before: AgentSettings, after: AgentSettings): SettingName[] {
  const names = Object.keys(after) as SettingName[];
  return names.filter((name) => !isSame(before[name], after[name]));
}

/** The change that leads from one to the other, as the server takes it; a chain's empty rows are left out. */
export function toPatch(before: AgentSettings, after: AgentSettings): SettingsPatch {
  const cleaned = cleanChains(after);
  return pick(cleaned, listChanges(before, cleaned));
}

/** Carries what was changed here over to what somebody else saved meanwhile; where both changed, this one wins. */
export function rebase(base: AgentSettings, mine: AgentSettings, theirs: AgentSettings): AgentSettings {
  return { ...theirs, ...pick(mine, listChanges(base, mine)), modelTiers: rebaseTiers(base, mine, theirs) };
}

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function pick(settings: AgentSettings, names: readonly SettingName[]): Partial<AgentSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

function rebaseTiers(base: AgentSettings, mine: AgentSettings, theirs: AgentSettings): AgentSettings["modelTiers"] {
  const tiers = { ...theirs.modelTiers };
  for (const tier of modelTierNames) {
    if (!isSame(base.modelTiers[tier], mine.modelTiers[tier])) tiers[tier] = mine.modelTiers[tier];
  }
  return tiers;
}

function cleanChains(settings: AgentSettings): AgentSettings {
  const tiers = { ...settings.modelTiers };
  for (const tier of modelTierNames) tiers[tier] = tiers[tier].map((ref) => ref.trim()).filter(Boolean);
  return { ...settings, modelTiers: tiers };
}
