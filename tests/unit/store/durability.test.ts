import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startChild } from "./start-child";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

describe("durability of the embedded store", () => {
  it("leaves a commit to the system and syncs the journal itself", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir });
    expect(store.describe()).toEqual({
      file: `${dataDir}/sextant.db`,
      journalMode: "wal",
      synchronous: 1,
      schema: 4,
    });
    await store.close();
  });

  it("acknowledges nothing before the sync that began after it, and shows it before", async () => {
    const disk = createDisk();
    const store = await openEmbeddedStore({ dataDir: makeTemporaryFolder(), syncFile: disk.sync });
    const acknowledged: string[] = [];
    const write = (id: string) => store.set(`users/${id}`, {}).then(() => void acknowledged.push(id));
    const first = write("a");
    await disk.untilAsked(1);
    expect(await store.find("users/a")).not.toBeNull();
    const applied = Promise.withResolvers<string>();
    const rest = [write("b"), store.transaction(async (tx) => (tx.set("users/c", {}), "c"), applied.resolve)];
    expect(await applied.promise).toBe("c");
    expect([acknowledged, disk.asked()]).toEqual([[], 1]);
    disk.answer();
    await first;
    expect(acknowledged).toEqual(["a"]);
    await disk.untilAsked(2);
    disk.answer();
    await Promise.all(rest);
    expect([acknowledged, disk.asked()]).toEqual([["a", "b"], 2]);
    await store.close();
  });

  it("lets many writes share the syncs of a disk that takes 200 ms", async () => {
    let syncs = 0;
    const syncFile = () => setTimeout(200, void (syncs += 1));
    const store = await openEmbeddedStore({ dataDir: makeTemporaryFolder(), syncFile });
    const writers = Array.from({ length: 50 }, async (_, n) => {
      for (let count = 0; count < 3; count += 1) await store.set(`users/u${n}-${count}`, {});
    });
    await Promise.all(writers);
    expect(syncs).toBeLessThan(9);
    await store.close();
  });

  it("refuses what a failed sync left in doubt, and is whole again with the next write", async () => {
    const dataDir = makeTemporaryFolder();
    const failures = [Object.assign(new Error("EIO"), { code: "EIO" })];
    const syncFile = async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    };
    const store = await openEmbeddedStore({ dataDir, syncFile });
    await expect(store.set("users/a", {})).rejects.toMatchObject({ code: "store_unavailable" });
    const journal = `${dataDir}/sextant.db-wal`;
    expect(statSync(journal).size).toBeGreaterThan(0);
    await store.set("users/b", {});
    // What the failed sync lost would break the journal in its middle: all of it stands in the database now.
    expect(statSync(journal).size).toBe(0);
    await store.set("users/c", {});
    await store.close();
    const again = await openEmbeddedStore({ dataDir });
    expect(await listAllIds(again, "users")).toEqual(["a", "b", "c"]);
    await again.close();
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

/** A disk that writes when it is told to. */
function createDisk() {
  const waiting: (() => void)[] = [];
  let asked = 0;
  let listener = () => undefined as void;
  return {
    sync: () =>
      new Promise<void>((resolve) => {
        asked += 1;
        waiting.push(resolve);
        listener();
      }),
    asked: () => asked,
    answer: () => waiting.splice(0).forEach((resolve) => resolve()),
    untilAsked: (count: number) =>
      new Promise<void>((resolve) => {
        listener = () => asked >= count && resolve();
        listener();
      }),
  };
}

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
