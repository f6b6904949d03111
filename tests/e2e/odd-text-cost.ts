import { measureCost, toHold, type Cost } from "@/tests/support/server-cost";
import type { OddSite, Records } from "./odd-text-records";
import { oddRoutes, type Asked, type OddRoute } from "./odd-text-routes";

/** Milliseconds: how long the main thread may be held, and what all threads may work. */
const mostHold = 250;
const mostWork = 1_000;
const mostWorkForFile = 3_000;
/** A long time counts when it comes so many times: a server that has just begun compiles as it works. */
const rounds = 3;

export const send = (site: OddSite, asked: Asked) =>
  typeof asked === "string" ? site.call("GET", asked) : site.call("POST", asked.path, asked.body);

export const listAsked = (records: Records): Asked[] =>
  Object.values(oddRoutes).flatMap((route) => ("ask" in route ? route.ask(records) : []));

/** What takes too long of everything that can be asked of these records, with its cost. */
export async function listSlow(site: OddSite, records: Records): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, route] of Object.entries(oddRoutes))
    for (const asked of "ask" in route ? route.ask(records) : [])
      slow.push(...(await findSlow(site, asked, route)).map((cost) => `${name} ${toWords(asked)}: ${cost}`));
  return slow;
}

/** Its cost, where it takes too long. */
export async function findSlow(site: OddSite, asked: Asked, route?: OddRoute): Promise<string[]> {
  let best: Cost = { main: Infinity, all: Infinity, others: Infinity };
  for (let round = 0; round < rounds && isTooMuch(best, route); round += 1) {
    const cost = await measureCost(site.app, () => send(site, asked));
    if (cost.all < best.all) best = cost;
  }
  return isTooMuch(best, route) ? [JSON.stringify(best)] : [];
}

function isTooMuch(cost: Cost, route: OddRoute | undefined): boolean {
  const most = route !== undefined && "isFile" in route ? mostWorkForFile : mostWork;
  return toHold(cost) > mostHold || cost.all > most;
}

const toWords = (asked: Asked): string => (typeof asked === "string" ? asked : `POST ${asked.path}`);
