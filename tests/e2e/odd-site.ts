import { test as base } from "@playwright/test";
import { listAsked, send } from "./odd-text-cost";
import { makeRecords, openOddSite, removeRecords, type OddSite } from "./odd-text-records";

/** One server for a file, whose pages and routes have been loaded. */
export const oddTest = base.extend<object, { site: OddSite }>({
  site: [
    async ({}, provide) => {
      const site = await openOddSite();
      const records = await makeRecords(site, "Plain words. ".repeat(50));
      for (const asked of listAsked(records)) await send(site, asked);
      await removeRecords(site, records);
      await provide(site);
      await site.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});
