import type { AgentSettings, ToolLimit } from "@/lib/protocol/settings";

/** A setting with a range; its ends come from the settings' schema. */
export type NumberName =
  | "maxIterations"
  | "timeLimitSeconds"
  | "costBudgetPerRequest"
  | "temperature"
  | "breakerFailures"
  | "breakerPauseSeconds"
  | "firstChunkSeconds"
  | "silenceSeconds"
  | "callSeconds"
  | "htmlMegabytes"
  | "documentMegabytes"
  | "documentPages"
  | "textMegabytes"
  | "pageCacheMinutes"
  | "searchCacheMinutes";
/** A number that may also be no limit at all, which is `null`. */
export type LimitName = "messagesPerDay" | "centsPerDay" | "centsPerMonth";
export type SwitchName = Exclude<
  { [NAME in keyof AgentSettings]: AgentSettings[NAME] extends boolean ? NAME : never }[keyof AgentSettings],
  undefined
>;
export type ToolLimitName = keyof ToolLimit;

export type Section =
  "answers" | "choices" | "limits" | "failures" | "capabilities" | "tools" | "models" | "search" | "reading";
/** What a slider's value counts. */
export type NumberUnit =
  "steps" | "failures" | "seconds" | "cents" | "megabytes" | "pages" | "minutes" | "none";
export type Field =
  | { name: "agentStyle"; section: Section; control: "style" }
  | { name: NumberName; section: Section; control: "slider"; step: number; unit: NumberUnit }
  | { name: LimitName; section: Section; control: "limit"; unit: "messages" | "cents" }
  | { name: SwitchName; section: Section; control: "switch" }
  | { name: "enabledTools"; section: Section; control: "tools" }
  | { name: "toolLimits"; section: Section; control: "toolLimits" }
  | { name: "modelTiers"; section: Section; control: "chains" }
  | { name: "searchEngines"; section: Section; control: "engineOrder" }
  | { name: "disabledEngines"; section: Section; control: "engineSwitches" }
  | { name: "fetchPorts"; section: Section; control: "ports" };

/** Every setting with the control that edits it, in the order of the pages. Names and help stand in the words under `admin.fields`. */
export const fields: readonly Field[] = [
  { name: "agentStyle", section: "answers", control: "style" },
  { name: "maxIterations", section: "answers", control: "slider", step: 1, unit: "steps" },
  { name: "timeLimitSeconds", section: "answers", control: "slider", step: 5, unit: "seconds" },
  { name: "costBudgetPerRequest", section: "answers", control: "slider", step: 1, unit: "cents" },
  { name: "temperature", section: "answers", control: "slider", step: 0.1, unit: "none" },
  { name: "reasoningVisible", section: "choices", control: "switch" },
  { name: "allowStyleOverride", section: "choices", control: "switch" },
  { name: "allowModelChoice", section: "choices", control: "switch" },
  { name: "messagesPerDay", section: "limits", control: "limit", unit: "messages" },
  { name: "centsPerDay", section: "limits", control: "limit", unit: "cents" },
  { name: "centsPerMonth", section: "limits", control: "limit", unit: "cents" },
  { name: "firstChunkSeconds", section: "failures", control: "slider", step: 5, unit: "seconds" },
  { name: "silenceSeconds", section: "failures", control: "slider", step: 5, unit: "seconds" },
  { name: "callSeconds", section: "failures", control: "slider", step: 5, unit: "seconds" },
  { name: "breakerFailures", section: "failures", control: "slider", step: 1, unit: "failures" },
  { name: "breakerPauseSeconds", section: "failures", control: "slider", step: 5, unit: "seconds" },
  { name: "webSearchEnabled", section: "capabilities", control: "switch" },
  { name: "memoryEnabled", section: "capabilities", control: "switch" },
  { name: "imageGenerationEnabled", section: "capabilities", control: "switch" },
  { name: "enabledTools", section: "tools", control: "tools" },
  { name: "toolLimits", section: "tools", control: "toolLimits" },
  { name: "modelTiers", section: "models", control: "chains" },
  { name: "searchEngines", section: "search", control: "engineOrder" },
  { name: "disabledEngines", section: "search", control: "engineSwitches" },
  { name: "searchCacheMinutes", section: "search", control: "slider", step: 5, unit: "minutes" },
  { name: "robotsRespected", section: "reading", control: "switch" },
  { name: "readerEnabled", section: "reading", control: "switch" },
  { name: "archiveEnabled", section: "reading", control: "switch" },
  { name: "browserEnabled", section: "reading", control: "switch" },
  { name: "pageCacheMinutes", section: "reading", control: "slider", step: 5, unit: "minutes" },
  { name: "htmlMegabytes", section: "reading", control: "slider", step: 1, unit: "megabytes" },
  { name: "documentMegabytes", section: "reading", control: "slider", step: 1, unit: "megabytes" },
  { name: "documentPages", section: "reading", control: "slider", step: 10, unit: "pages" },
  { name: "textMegabytes", section: "reading", control: "slider", step: 1, unit: "megabytes" },
  { name: "fetchPorts", section: "reading", control: "ports" },
];

export type Range = { min: number; max: number };

/** What the settings' schema allows, read on the server. `modelPattern` is a regular expression's source. */
export type Limits = {
  numbers: Record<NumberName, Range>;
  limits: Record<LimitName, Range>;
  toolLimits: Record<ToolLimitName, Range>;
  chainLength: number;
  modelPattern: string;
};
