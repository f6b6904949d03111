import type { AgentSettings, SettingsPatch } from "@/lib/protocol/settings";
import type { SettingsDraft } from "@/lib/features/settings/shape";
import { modelTiers, type SettingName } from "@/lib/protocol/settings-fields";
import { isSame, listDifferences, withValueAt } from "./setting-paths";
import type { SettingDifference, SettingValue } from "./setting-paths";

/** A value changed here while somebody else saved. `isContested`: they changed it too, to something else. */
export type SettingChoice = { path: string; mine: SettingValue; theirs: SettingValue; isContested: boolean };

/** What two people did at once: `choices` are my changes, `theirChanges` what only they touched. */
export type Conflict = { choices: SettingChoice[]; theirChanges: SettingDifference[] };

/** The names of the settings in which the two differ. */
export function listChanges(before: AgentSettings, after: AgentSettings): SettingName[] {
  const names = Object.keys(after) as SettingName[];
  return names.filter((name) => !isSame(before[name], after[name]));
}

/** Whether the server refused the setting or anything inside it; `fields` are the addresses that it named. */
export function isNamedIn(fields: Readonly<Record<string, string>>, name: SettingName): boolean {
  return Object.keys(fields).some((path) => path.split(".").includes(name));
}

/** The change that leads from one to the other, as the server takes it; a chain's empty rows are left out. */
export function toPatch(before: AgentSettings, after: AgentSettings): SettingsPatch {
  const cleaned = cleanChains(after);
  return Object.fromEntries(listChanges(before, cleaned).map((name) => [name, cleaned[name]]));
}

/** Carries what changed here over to what was saved meanwhile, value by value; of two changes, mine wins. */
export function rebase(base: AgentSettings, mine: AgentSettings, theirs: AgentSettings): AgentSettings {
  return listDifferences(base, mine).reduce((merged, { path, to }) => withValueAt(merged, path, to), theirs);
}

/** What is to be decided after somebody else saved first. What both set alike is no question. */
export function toConflict(base: AgentSettings, draft: AgentSettings, theirs: AgentSettings): Conflict {
  const mine = cleanChains(draft);
  const theirPaths = new Set(listDifferences(base, theirs).map(({ path }) => path));
  const myPaths = new Set(listDifferences(base, mine).map(({ path }) => path));
  const choices = listDifferences(theirs, rebase(base, mine, theirs)).map(({ path, from, to }) => ({
    path,
    mine: to,
    theirs: from,
    isContested: theirPaths.has(path),
  }));
  return { choices, theirChanges: listDifferences(base, theirs).filter(({ path }) => !myPaths.has(path)) };
}

/** A kept draft on top of what is published now; `choices`: values that changed there meanwhile, too. */
export function openDraft({ from, patch }: Pick<SettingsDraft, "from" | "patch">, live: AgentSettings) {
  const base = withPatch(live, from);
  const mine = withPatch(base, patch);
  const { choices } = toConflict(base, mine, live);
  return { draft: rebase(base, mine, live), choices: choices.filter(({ isContested }) => isContested) };
}

function withPatch(settings: AgentSettings, { modelTiers: tiers, ...patch }: SettingsPatch): AgentSettings {
  return { ...settings, ...patch, modelTiers: { ...settings.modelTiers, ...tiers } } as AgentSettings;
}

function cleanChains(settings: AgentSettings): AgentSettings {
  const tiers = { ...settings.modelTiers };
  for (const tier of modelTiers) tiers[tier] = tiers[tier].map((ref) => ref.trim()).filter(Boolean);
  return { ...settings, modelTiers: tiers };
}
