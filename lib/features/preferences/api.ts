import { endpoint } from "@/lib/protocol/endpoint";
import type { Preferences, PreferencesPatch } from "./shape";

export const readPreferences = endpoint<Preferences>()("GET /api/preferences");
/** What is left out stays as it was. */
export const changePreferences = endpoint<Preferences, PreferencesPatch>()("PUT /api/preferences");
