import { readSettings, saveSettings } from "@/lib/features/settings/endpoints";

export const GET = readSettings;
export const PUT = saveSettings;
