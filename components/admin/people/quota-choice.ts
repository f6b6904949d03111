import type { Range } from "@/lib/protocol/settings-fields";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { QuotaLimits, QuotaOverrides } from "@/lib/protocol/quotas";

export type QuotaName = keyof QuotaLimits;

/** A person's limit: as the settings say, none, or a number of their own. */
export type QuotaChoice = "settings" | "none" | "own";

/** In the order of the dialog. The ranges are those of the schema of a person's quota. */
export const quotaFields: readonly { name: QuotaName; isMoney: boolean; range: Range }[] = [
  { name: "messagesPerDay", isMoney: false, range: { min: 0, max: 1_000_000 } },
  { name: "searchesPerHour", isMoney: false, range: { min: 0, max: 1_000_000 } },
  { name: "searchesPerDay", isMoney: false, range: { min: 0, max: 1_000_000 } },
  { name: "centsPerDay", isMoney: true, range: { min: 0, max: 1_000_000 } },
  { name: "centsPerMonth", isMoney: true, range: { min: 0, max: 1_000_000 } },
];

export function toChoice(overrides: QuotaOverrides, name: QuotaName): QuotaChoice {
  const value = overrides[name];
  if (value === undefined) return "settings";
  return value === null ? "none" : "own";
}

/** The overrides with one chosen anew; `number` is what an own limit begins with. */
export function withChoice(
  overrides: QuotaOverrides,
  name: QuotaName,
  choice: QuotaChoice,
  number: number,
): QuotaOverrides {
  const { [name]: _removed, ...others } = overrides;
  if (choice === "settings") return others;
  return { ...others, [name]: choice === "none" ? null : number };
}

/** What the settings give to everybody. */
export function toSettingsLimits({
  messagesPerDay,
  centsPerDay,
  centsPerMonth,
  toolLimits,
}: AgentSettings): QuotaLimits {
  return {
    messagesPerDay,
    searchesPerHour: toolLimits.web_search?.perHour ?? null,
    searchesPerDay: toolLimits.web_search?.perDay ?? null,
    centsPerDay,
    centsPerMonth,
  };
}
