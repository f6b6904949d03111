import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ask, closeConnections, type Target } from "./chat-client";
import { readMemoryMB, settleMs } from "./process-meter";
import { toRow, type PartResult } from "./row";
import { startBare, startProduct, type Server } from "./servers";
import { median, percentile } from "./statistics";

type Start = { readyMs: number; idleMB: number | null };

/** From `next start` to the first answer, on a fresh folder; and the memory at rest, after a page and an answer. */
export async function measureStart(providerUrl: string, rounds: number): Promise<PartResult> {
  const starts: Record<"bare" | "product", Start[]> = { bare: [], product: [] };
  for (let round = 0; round < rounds; round += 1) {
    const withMemory = round < 3;
    starts.bare.push(await startAndStop("bare", () => startBare({ providerUrl }), withMemory));
    const dataDir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
    starts.product.push(
      await startAndStop("product", () => startProduct({ providerUrl, dataDir }), withMemory),
    );
    rmSync(dataDir, { recursive: true, force: true });
  }
  const times = (list: Start[]) => list.map(({ readyMs }) => readyMs);
  const memory = (list: Start[]) => median(list.flatMap(({ idleMB }) => (idleMB === null ? [] : [idleMB])));
  const [bare, product] = [times(starts.bare), times(starts.product)];
  const rows = [
    toRow({
      part: "start",
      measure: "until it answers, median",
      unit: "ms",
      bare: median(bare),
      product: median(product),
      atMost: 700,
    }),
    toRow({
      part: "start",
      measure: "until it answers, p95",
      unit: "ms",
      bare: percentile(bare, 0.95),
      product: percentile(product, 0.95),
    }),
    toRow({
      part: "start",
      measure: "resident memory at rest",
      unit: "MB",
      bare: memory(starts.bare),
      product: memory(starts.product),
      atMost: 180,
    }),
  ];
  return { rows, raw: starts };
}

async function startAndStop(
  kind: Target["kind"],
  start: () => Promise<Server>,
  withMemory: boolean,
): Promise<Start> {
  const server = await start();
  try {
    return { readyMs: server.readyMs, idleMB: withMemory ? await readIdleMemory(kind, server) : null };
  } finally {
    closeConnections();
    await server.stop();
  }
}

async function readIdleMemory(kind: Target["kind"], server: Server): Promise<number> {
  const page = await fetch(server.url, { signal: AbortSignal.timeout(10_000) });
  await page.text();
  await ask({ kind, url: server.url }, { order: { kind: "numbers", tokens: 20, paceMs: 5 } });
  await wait(settleMs);
  return readMemoryMB(server.pid);
}
