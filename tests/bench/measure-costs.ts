import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@/lib/store/open";
import { measureRouteCosts, toCostTable, type RouteCost } from "./route-costs";
import { toRow, type PartResult, type Row } from "./row";

/** Documents read and written a route: exact numbers, the same in every run and on both stores but for the log's, which has a batch a second. */
export async function measureCosts(): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-costs-"));
  try {
    const costs = await measureRouteCosts(() => openStore({ driver: "embedded", dataDir }));
    console.log(toCostTable(costs));
    return { rows: costs.flatMap(toRows), raw: { costs } };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const limits: Record<string, { reads: number; writes: number }> = {
  "send the first message of a conversation": { reads: 8, writes: 9 },
  "send a message after 4,000": { reads: 8, writes: 9 },
  "open a conversation of 4,000 messages": { reads: 42, writes: 0 },
  "list 30 of 40 conversations": { reads: 31, writes: 0 },
};

function toRows({ route, reads, writes }: RouteCost): Row[] {
  const limit = limits[route];
  if (limit === undefined) return [];
  return [
    toRow({
      part: "costs",
      measure: `${route}: reads`,
      unit: "documents",
      product: reads,
      atMost: limit.reads,
    }),
    toRow({
      part: "costs",
      measure: `${route}: writes`,
      unit: "documents",
      product: writes,
      atMost: limit.writes,
    }),
  ];
}
