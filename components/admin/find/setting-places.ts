import { adminPages, type AdminPageId } from "@/lib/features/accounts/shape/admin-access";
import { settingFields, type SettingName, type SettingsSection } from "@/lib/protocol/settings-fields";

/** The page of each part of the settings. */
const settingPages: Record<SettingsSection, AdminPageId> = {
  ...{ answers: "agent", plans: "agent", choices: "agent", limits: "agent", failures: "agent" },
  ...{ recording: "agent", alerts: "alerts", capabilities: "tools", tools: "tools", reading: "tools" },
  ...{ models: "models", prices: "models", search: "search" },
};

/** Where a setting is set: its page, and its place on it. */
export function toPlace(name: SettingName): { page: AdminPageId; href: string } {
  const page = name === "toolHints" ? "laboratory" : settingPages[settingFields[name].section];
  return { page, href: `${adminPages[page].href}#${name}` };
}
