import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import { parseEnv } from "@/lib/env";
import { ownRunsQuerySchema } from "@/lib/protocol/runs";
import { createServices } from "@/lib/server/create-services";
import { openBlobs, openStore } from "@/lib/store/open";
import type { Store, Write } from "@/lib/store/store";
import { toRunRecord } from "@/tests/support/messages";
import { toRow, type PartResult } from "./row";
import { writeInBatches } from "./seed-records";
import { median } from "./statistics";

const count = 100_000;
const group = 5_000;
/** Of a day's work; one run in a thousand is of another model. */
const apartMs = 30_000;
const firstAt = Date.UTC(2026, 0, 1);
const mostMs = 100;

const filters: Record<string, Record<string, string>> = {
  "no filter": {},
  "a time": {
    since: String(firstAt + (count / 2) * apartMs),
    until: String(firstAt + (count / 2 + 500) * apartMs),
  },
  "an outcome": { status: "failed" },
  "a seldom model": { model: "local:other" },
  "a tool and a cost": { tool: "web_search", minCost: "9000" },
  "a rating that no run has": { rating: "up" },
  "words that no run has": { text: "nothing like that" },
};

/** How long a page of a list of 100,000 runs takes in the embedded store, by what it is narrowed by. */
export async function measureRuns(rounds: number): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-runs-"));
  const seeded = await openStore({ driver: "embedded", dataDir });
  await seedRuns(seeded);
  await seeded.close();
  const env = parseEnv({ LOG_LEVEL: "error", DATA_DIR: dataDir });
  const services = await createServices(env, { openStore, openBlobs, now: () => Date.now() });
  try {
    const times: Record<string, number[]> = {};
    for (let round = -2; round < rounds; round += 1)
      for (const [name, asked] of Object.entries(filters)) {
        const query = ownRunsQuerySchema.parse({ limit: 50, ...asked });
        const began = performance.now();
        await services.traces.list(localOwner.id, query, true);
        if (round >= 0) (times[name] ??= []).push(performance.now() - began);
      }
    const rows = Object.entries(times).map(([name, values]) =>
      toRow({
        ...{ part: "runs", measure: `a page of 100,000 runs by ${name}`, unit: "ms" },
        ...{ product: median(values), atMost: mostMs },
      }),
    );
    return { rows, raw: { times } };
  } finally {
    await services.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seedRuns(store: Store): Promise<void> {
  for (let from = 0; from < count; from += group) {
    const writes = Array.from({ length: group }, (_, index) => toWrite(from + index));
    await writeInBatches(store, writes, writes.length);
  }
}

function toWrite(index: number): Write {
  const startedAt = firstAt + index * apartMs;
  const id = `run-${index}`;
  const record = toRunRecord(id, {
    ...{ conversationId: `c-${index % 20_000}`, status: "ended", startedAt, endedAt: startedAt + 4_000 },
    ...{ outcome: index % 50 === 0 ? "failed" : "completed", costMicroUsd: (index * 37) % 10_000 },
    model: index % 1_000 === 0 ? "local:other" : "local:test",
  });
  return { kind: "set", path: paths.run(localOwner.id, id), data: toRunData(record) };
}
