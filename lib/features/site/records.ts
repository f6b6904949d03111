import { createCached } from "@/lib/data/cached";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { createConflict } from "@/lib/data/versions";
import type { Store } from "@/lib/store/store";
import { siteRecordSchema, unchangedSite, type Site, type SiteRecord } from "./shape";

/** As for settings: a change made on another instance is seen within 5 seconds. */
const maxAgeMs = 3_000;

/** What the site is called and looks like, and what it tells people. */
export function createSiteRecords(store: Store, now: () => number) {
  const read = async (reader: Pick<Store, "find">): Promise<SiteRecord> =>
    toRecord((await reader.find(paths.site))?.data);
  const cached = createCached(() => read(store), { now, maxAgeMs });
  let known = unchangedSite;
  return {
    /** Never throws: no page fails for want of a name. Then what was known last holds. */
    async get(): Promise<SiteRecord> {
      known = await cached.get().catch(() => known);
      return known;
    },

    /** Saves what was made from `version`. Throws `conflict`, and says who saved first. */
    async save(version: number, site: Site, updatedBy: string): Promise<SiteRecord> {
      const record = await store.transaction(async (tx) => {
        const current = await read(tx);
        if (current.version !== version) throw createConflict("the site", current);
        const next = { site, version: version + 1, updatedAt: now(), updatedBy };
        tx.set(paths.site, toData(next));
        return next;
      });
      cached.put(record);
      return record;
    },
  };
}

/** What cannot be read counts as unchanged, and saving repairs it. */
function toRecord(data: unknown): SiteRecord {
  const parsed = siteRecordSchema.safeParse(data ?? unchangedSite);
  if (parsed.success) return parsed.data;
  const { version } = data as { version?: unknown };
  return { ...unchangedSite, version: typeof version === "number" ? version : 0 };
}
