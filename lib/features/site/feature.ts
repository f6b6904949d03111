import { toAuthor, type Person } from "@/lib/data/people";
import type { Ground } from "@/lib/engine/ground";
import type { Site, SiteRecord } from "./shape";

/** The site as its pages, mails and administrators have it. */
export function openSite({ records: { site: records, audit } }: Pick<Ground, "records">) {
  return {
    get: records.get,
    async save(version: number, site: Site, by: Person): Promise<SiteRecord> {
      const record = await records.save(version, site, toAuthor(by));
      await audit.record({ act: "site_changed", actor: by.id, detail: String(record.version) });
      return record;
    },
  };
}
