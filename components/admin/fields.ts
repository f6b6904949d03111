import type { AgentSettings } from "@/lib/protocol/settings";

/** A setting with a range; its ends come from the settings' schema. */
export type NumberName = "maxIterations" | "timeLimitSeconds" | "costBudgetPerRequest" | "temperature";
export type SwitchName = Exclude<
  { [NAME in keyof AgentSettings]: AgentSettings[NAME] extends boolean ? NAME : never }[keyof AgentSettings],
  undefined
>;

export type Section = "agent" | "tools" | "models";
export type Field =
  | { name: "agentStyle"; section: Section; control: "style" }
  | { name: NumberName; section: Section; control: "slider"; step: number; unit: "steps" | "seconds" | "cents" | "none" }
  | { name: SwitchName; section: Section; control: "switch" }
  | { name: "enabledTools"; section: Section; control: "tools" }
  | { name: "modelTiers"; section: Section; control: "chains" };

/** Every setting with the control that edits it, in the order of the page. Names and help stand in the words under `admin.fields`. */
export const fields: readonly Field[] = [
  { name: "agentStyle", section: "agent", control: "style" },
  { name: "maxIterations", section: "agent", control: "slider", step: 1, unit: "steps" },
  { name: "timeLimitSeconds", section: "agent", control: "slider", step: 5, unit: "seconds" },
  { name: "costBudgetPerRequest", section: "agent", control: "slider", step: 1, unit: "cents" },
  { name: "temperature", section: "agent", control: "slider", step: 0.1, unit: "none" },
  { name: "reasoningVisible", section: "agent", control: "switch" },
  { name: "allowStyleOverride", section: "agent", control: "switch" },
  { name: "allowModelChoice", section: "agent", control: "switch" },
  { name: "webSearchEnabled", section: "tools", control: "switch" },
  { name: "memoryEnabled", section: "tools", control: "switch" },
  { name: "imageGenerationEnabled", section: "tools", control: "switch" },
  { name: "enabledTools", section: "tools", control: "tools" },
  { name: "modelTiers", section: "models", control: "chains" },
];

/** What the settings' schema allows, read on the server. `modelPattern` is a regular expression's source. */
export type Limits = {
  numbers: Record<NumberName, { min: number; max: number }>;
  chainLength: number;
  modelPattern: string;
};
