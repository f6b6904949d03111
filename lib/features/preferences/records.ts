import { preferencesSchema, type Preferences, type PreferencesPatch } from "./shape";
import type { Store } from "@/lib/store/store";
import { toData, withoutUndefined } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/** What each person set for themselves; without a record all is as it comes. */
export function createPreferences(store: Store) {
  const read = async (userId: string): Promise<Preferences> =>
    preferencesSchema.parse((await store.find(paths.preferences(userId)))?.data ?? {});
  return {
    read,
    change(userId: string, patch: PreferencesPatch): Promise<Preferences> {
      return store.transaction(async (tx) => {
        const found = await tx.find(paths.preferences(userId));
        const next = preferencesSchema.parse({ ...found?.data, ...withoutUndefined(patch) });
        tx.set(paths.preferences(userId), toData(next));
        return next;
      });
    },
  };
}
export type PreferenceRecords = ReturnType<typeof createPreferences>;
