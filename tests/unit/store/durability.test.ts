import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startChild } from "./start-child";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

describe("durability of the embedded store", () => {
  it("waits for the disk at each commit", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    expect(store.describe()).toEqual({
      file: `${dataDir}/sextant.db`,
      journalMode: "wal",
      synchronous: 2,
      schema: 4,
    });
    await store.close();
  });

  it("writes what comes in one tick in one commit", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    const before = statSync(`${dataDir}/sextant.db-wal`).size;
    await Promise.all(Array.from({ length: 200 }, (_, n) => store.set(`users/u${n}`, { n })));
    const pages = (statSync(`${dataDir}/sextant.db-wal`).size - before) / 4096;
    // Each commit of its own would write at least the page of the row and those of its two indexes.
    expect(pages).toBeLessThan(60);
    await store.close();
  });

  it("has everything it acknowledged after SIGKILL, and no half of a batch", async () => {
    const dataDir = makeTemporaryFolder();
    const child = startChild("writeForever", dataDir);
    await child.waitForLines(400);
    const acknowledged = await child.kill();
    const store = await openEmbeddedStore({ dataDir });
    const left = await listAllIds(store, "left");
    expect(await listAllIds(store, "right")).toEqual(left);
    expect(acknowledged.length).toBeGreaterThanOrEqual(400);
    expect(acknowledged.filter((id) => !left.includes(id))).toEqual([]);
    await store.close();
  });

  it("tells who wrote that the disk took nothing, keeps what it took, and goes on with later writes", async () => {
    const dataDir = makeTemporaryFolder();
    const [answer] = await startChild("fill", dataDir, 16_384).waitForEnd();
    const { saved, failure, after } = JSON.parse(answer ?? "{}") as {
      saved: number;
      failure: string;
      after: unknown;
    };
    expect(failure).toMatch(/^store_unavailable: /);
    expect(after).toEqual({ saved });
    const store = await openEmbeddedStore({ dataDir });
    expect(await listAllIds(store, "big")).toHaveLength(saved);
    const acknowledged = Array.from({ length: saved - 1 }, (_, n) => `n${n + 1}`);
    expect(await listAllIds(store, "neighbour")).toEqual(expect.arrayContaining(acknowledged));
    expect(saved).toBeGreaterThan(2);
    await store.close();
  });
});

async function listAllIds(
  store: Awaited<ReturnType<typeof openEmbeddedStore>>,
  collection: string,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list({ collection, limit: 100, ...(cursor === null ? {} : { cursor }) });
    ids.push(...page.documents.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  return ids;
}
