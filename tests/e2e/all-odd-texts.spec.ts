import { expect } from "@playwright/test";
import { buildOddText, oddShapes } from "@/tests/support/odd-texts";
import { oddTest as test } from "./odd-site";
import { listSlow } from "./odd-text-cost";
import { makeRecords, removeRecords } from "./odd-text-records";

for (const shape of oddShapes)
  test(`no page and no route is held up by a text of the shape ${shape}`, async ({ site }) => {
    const records = await makeRecords(site, buildOddText(shape));
    expect(await listSlow(site, records)).toEqual([]);
    await removeRecords(site, records);
  });
