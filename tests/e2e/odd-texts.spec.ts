import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "@playwright/test";
import { buildOddText, oddShapes } from "@/tests/support/odd-texts";
import { measureCost, toHold, type Cost } from "@/tests/support/server-cost";
import { makeRecords, openOddSite, removeRecords, type OddSite, type Records } from "./odd-text-records";
import { oddRoutes, type Asked, type OddRoute } from "./odd-text-routes";

/** Milliseconds: how long the main thread may be held, and what all threads may work. */
const mostHold = 250;
const mostWork = 1_000;
const mostWorkForFile = 3_000;
/** A long time counts when it comes so many times: a server that has just begun compiles as it works. */
const rounds = 3;

let site: OddSite;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await openOddSite();
  // What is asked for the first time is loaded then.
  const records = await makeRecords(site, "Plain words. ".repeat(50));
  for (const asked of listAsked(records)) await send(asked);
  await removeRecords(site, records);
});
test.afterAll(() => site.close());

test("every page and route stands on the list, with what is asked of it or why it shows no text", () => {
  const files = globSync("app/**/{page,route}.{ts,tsx}").map((file) => dirname(file).slice("app/".length));
  expect(Object.keys(oddRoutes).sort()).toEqual(files.sort());
});

for (const shape of oddShapes)
  test(`no page and no route is held up by a text of the shape ${shape}`, async () => {
    const records = await makeRecords(site, buildOddText(shape));
    expect(await listSlow(records)).toEqual([]);
    await removeRecords(site, records);
  });

const listAsked = (records: Records): Asked[] =>
  Object.values(oddRoutes).flatMap((route) => ("ask" in route ? route.ask(records) : []));

const send = (asked: Asked) =>
  typeof asked === "string" ? site.call("GET", asked) : site.call("POST", asked.path, asked.body);

async function listSlow(records: Records): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, route] of Object.entries(oddRoutes))
    for (const asked of "ask" in route ? route.ask(records) : []) {
      const cost = await measureBest(asked, route);
      if (isTooMuch(cost, route)) slow.push(`${name} ${toWords(asked)}: ${JSON.stringify(cost)}`);
    }
  return slow;
}

async function measureBest(asked: Asked, route: OddRoute): Promise<Cost> {
  let best: Cost = { main: Infinity, all: Infinity, others: Infinity };
  for (let round = 0; round < rounds && isTooMuch(best, route); round += 1) {
    const cost = await measureCost(site.app, () => send(asked));
    if (cost.all < best.all) best = cost;
  }
  return best;
}

function isTooMuch(cost: Cost, route: OddRoute): boolean {
  const most = "isFile" in route ? mostWorkForFile : mostWork;
  return toHold(cost) > mostHold || cost.all > most;
}

const toWords = (asked: Asked): string => (typeof asked === "string" ? asked : `POST ${asked.path}`);
