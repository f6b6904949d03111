import { changePreferences, readPreferences } from "@/lib/features/preferences/endpoints";

export const GET = readPreferences;
export const PUT = changePreferences;
