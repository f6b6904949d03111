import { createContext, use } from "react";
import type { ApprovalReason } from "@/lib/protocol/approvals";
import type { ToolName } from "@/lib/protocol/tools";
import type { SettingsForm } from "./use-settings-form";

type Capability =
  "webSearchEnabled" | "memoryEnabled" | "documentsEnabled" | "imageGenerationEnabled" | "codeEnabled";

/** `setting` takes it away with others; `asks` is what it asks for once text by others is about. */
export type PanelTool = {
  name: ToolName;
  setting: Capability | null;
  asks: Exclude<ApprovalReason, "rule"> | null;
};

export type SettingsContextValue = {
  form: SettingsForm;
  tools: readonly PanelTool[];
  /** Those of tool servers that are offered, by the names that models know. */
  serverTools: readonly string[];
};

export const SettingsContext = createContext<SettingsContextValue | null>(null);

/** The one form of all admin pages, for what stands inside its provider. */
export function useSettings(): SettingsContextValue {
  const context = use(SettingsContext);
  if (context === null) throw new Error("The settings are read outside of their provider.");
  return context;
}
