import { listSettingsVersions } from "@/lib/features/settings/endpoints";

export const GET = listSettingsVersions;
