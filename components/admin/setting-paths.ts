import { toolNames } from "@/components/tools/views";
import { roles } from "@/lib/features/accounts/shape/accounts";
import {
  modelTiers as tierNames,
  ownUnset,
  settingFields,
  toolLimitRanges,
  type AgentSettings,
  type Field,
  type ToolLimit,
} from "@/lib/protocol/settings-fields";
import { permissions, withPermission } from "@/lib/protocol/tool-permissions";

import type { UnsetWord } from "@/lib/protocol/unset";

/** One value inside the settings; `undefined` where nothing is said, so that what is built in holds. */
export type SettingValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type SettingDifference = { path: string; from: SettingValue; to: SettingValue };

/**
 * The settings as values by address, each small enough to be chosen by itself: `maxIterations`,
 * `modelTiers.main`, `enabledTools.calculate`, `toolLimits.web_search.perHour`, `disabledEngines.wikipedia`,
 * `toolPermissions.member.web_search`.
 * A tool's limit of `null` and one that is absent both mean none, and both are absent here.
 */
export function listValues(settings: AgentSettings): Map<string, SettingValue> {
  const { modelTiers, enabledTools, toolLimits, toolPermissions, toolHints, ...others } = settings;
  const { disabledEngines, prices, modelOptions, ...plain } = others;
  return new Map<string, SettingValue>([
    ...Object.entries(plain),
    ...tierNames.map((tier) => [`modelTiers.${tier}`, modelTiers[tier]] as const),
    ...toolNames.map((tool) => [`enabledTools.${tool}`, enabledTools.includes(tool)] as const),
    ...Object.entries(toolLimits).flatMap(([tool, limit]) =>
      Object.entries(limit)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => [`toolLimits.${tool}.${key}`, value] as const),
    ),
    ...Object.entries(toolPermissions).flatMap(([role, own]) =>
      Object.entries(own).map(([tool, value]) => [`toolPermissions.${role}.${tool}`, value] as const),
    ),
    ...Object.entries(toolHints).map(([key, text]) => [`toolHints.${key}`, text] as const),
    ...disabledEngines.map((engine) => [`disabledEngines.${engine}`, true] as const),
    ...Object.entries({ prices, modelOptions }).flatMap(([field, entries]) =>
      Object.entries(entries).map(([name, entry]) => [`${field}.${name}`, JSON.stringify(entry)] as const),
    ),
  ]);
}

/** What an empty value at an address means. */
export function toUnset(path: string): UnsetWord {
  const [name = "", , key = ""] = path.split(".");
  const fields: Record<string, Field | undefined> = settingFields;
  const limits: Record<string, { unset: UnsetWord } | undefined> = toolLimitRanges;
  const words: Record<string, UnsetWord | undefined> = ownUnset;
  const field = fields[name];
  if (field?.kind === "limit") return field.unset;
  return limits[key]?.unset ?? words[field?.kind ?? ""] ?? "none";
}

/** What differs, value by value. */
export function listDifferences(before: AgentSettings, after: AgentSettings): SettingDifference[] {
  const [from, to] = [listValues(before), listValues(after)];
  const paths = [...new Set([...to.keys(), ...from.keys()])];
  return paths
    .map((path) => ({ path, from: from.get(path), to: to.get(path) }))
    .filter((each) => !isSame(each.from, each.to));
}

/** A copy of the settings with one value replaced by one that `listValues` gave for the same address. */
export function withValueAt(settings: AgentSettings, path: string, value: SettingValue): AgentSettings {
  const [name = "", part = "", key = ""] = path.split(".");
  switch (name) {
    case "modelTiers":
      return { ...settings, modelTiers: { ...settings.modelTiers, [part]: value } };
    case "enabledTools":
      return {
        ...settings,
        enabledTools: toolNames.filter((tool) =>
          tool === part ? value === true : settings.enabledTools.includes(tool),
        ),
      };
    case "toolLimits":
      return { ...settings, toolLimits: withToolLimit(settings.toolLimits, part, { [key]: value }) };
    case "toolPermissions":
      return { ...settings, toolPermissions: withPermissionAt(settings.toolPermissions, [part, key], value) };
    case "toolHints":
      return { ...settings, toolHints: withHint(settings.toolHints, path.slice("toolHints.".length), value) };
    case "prices":
      return { ...settings, prices: withEntry(settings.prices, path.slice("prices.".length), value) };
    case "modelOptions":
      return {
        ...settings,
        modelOptions: withEntry(settings.modelOptions, path.slice("modelOptions.".length), value),
      };
    case "disabledEngines":
      return { ...settings, disabledEngines: withMember(settings.disabledEngines, part, value === true) };
    default:
      return { ...settings, [name]: value };
  }
}

/** A tool's limits changed in part; `undefined` takes a value away, a tool without any is left out. */
export function withToolLimit(
  limits: AgentSettings["toolLimits"],
  tool: string,
  change: { [KEY in keyof ToolLimit]?: SettingValue },
): AgentSettings["toolLimits"] {
  const before: ToolLimit = Object.entries(limits).find(([name]) => name === tool)?.[1] ?? {};
  const after = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined);
  const others = Object.entries(limits).filter(([name]) => name !== tool);
  return Object.fromEntries(after.length === 0 ? others : [...others, [tool, Object.fromEntries(after)]]);
}

function withPermissionAt(
  all: AgentSettings["toolPermissions"],
  [part, tool]: readonly [string, string],
  value: SettingValue,
): AgentSettings["toolPermissions"] {
  const role = roles.find((one) => one === part);
  const permission = permissions.find((one) => one === value) ?? null;
  return role === undefined ? all : withPermission(all, { role, tool }, permission);
}

/** `value` is an entry as `listValues` gives it; without one the entry is forgotten. */
function withEntry<ENTRY>(
  entries: Readonly<Record<string, ENTRY>>,
  name: string,
  value: SettingValue,
): Record<string, ENTRY> {
  const { [name]: _before, ...others } = entries;
  return typeof value === "string" ? { ...others, [name]: JSON.parse(value) as ENTRY } : others;
}

/** An empty text dismisses the suggestion; without one nothing is said of it. */
export function withHint(hints: AgentSettings["toolHints"], key: string, text: SettingValue) {
  const { [key]: _before, ...others } = hints;
  return typeof text === "string" ? { ...others, [key]: text } : others;
}

/** A list with or without a member; the others keep their places. */
export function withMember(list: readonly string[], member: string, isIn: boolean): string[] {
  if (isIn) return list.includes(member) ? [...list] : [...list, member];
  return list.filter((each) => each !== member);
}

/** Whether two values say the same; the order of an object's fields says nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  return toComparable(left) === toComparable(right);
}

function toComparable(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
