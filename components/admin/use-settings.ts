import { createContext, use } from "react";
import type { Limits } from "./fields";
import type { SettingsForm } from "./use-settings-form";

export type SettingsContextValue = { form: SettingsForm; limits: Limits };

export const SettingsContext = createContext<SettingsContextValue | null>(null);

/** The one form of all admin pages, for what stands inside its provider. */
export function useSettings(): SettingsContextValue {
  const context = use(SettingsContext);
  if (context === null) throw new Error("The settings are read outside of their provider.");
  return context;
}
