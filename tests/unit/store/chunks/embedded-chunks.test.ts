import { readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openEmbeddedIndex, toDocument } from "@/tests/support/both-indexes";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

const signal = new AbortController().signal;
const tea = { scopes: ["s"], tokens: ["tea"], documentIds: null, limit: 100, offset: 0 };

describe("the embedded index", () => {
  it("starts nothing and makes no file before it is used, and then one that is closed to others", async () => {
    const dataDir = makeTemporaryFolder();
    const index = await openEmbeddedIndex(dataDir);
    expect(readdirSync(dataDir)).toEqual([]);
    await index.put("s", toDocument("d", ["tea"]));
    expect(statSync(join(dataDir, "index.db")).mode & 0o077).toBe(0);
  });

  it("is found again by the next start", async () => {
    const dataDir = makeTemporaryFolder();
    const first = await openEmbeddedIndex(dataDir);
    await first.put("s", toDocument("d", ["tea", "milk"]));
    await first.close();
    const again = await openEmbeddedIndex(dataDir);
    expect((await again.search(tea, signal)).hits).toMatchObject([{ chunkId: "d-0" }]);
  });

  it.each([
    ["no database", (file: string) => writeFileSync(file, "no database".repeat(1_000))],
    ["cut off", (file: string) => truncateSync(file, 5_000)],
    ["of another version", (file: string) => setVersion(file, 99)],
  ])("sets a file aside that is %s, says so, and goes on with an empty one", async (_, damage) => {
    const dataDir = makeTemporaryFolder();
    const file = join(dataDir, "index.db");
    const before = await openEmbeddedIndex(dataDir);
    await before.put("s", toDocument("d", ["tea"]));
    await before.close();
    for (const ending of ["-wal", "-shm"]) writeFileSync(`${file}${ending}`, "");
    damage(file);
    const told: string[] = [];
    const index = await openEmbeddedIndex(dataDir, (aside) => told.push(aside));
    await expect(index.search(tea, signal)).rejects.toMatchObject({ code: "store_invalid" });
    expect(told).toEqual([expect.stringMatching(/index\.db\.broken-\d+$/)]);
    expect(await index.search(tea, signal)).toEqual({ hits: [], total: 0 });
    await index.put("s", toDocument("d", ["tea again"]));
    expect((await index.search(tea, signal)).total).toBe(1);
  });

  it("holds the old or the new document, never half, where its threads end in the middle", async () => {
    const dataDir = makeTemporaryFolder();
    const texts = (version: string) => Array.from({ length: 60 }, (_, at) => `tea ${version} part${at}`);
    const first = await openEmbeddedIndex(dataDir);
    await first.put("s", toDocument("d", texts("old")));
    for (let turns = 0; turns < 4; turns += 1) {
      const index = await openEmbeddedIndex(dataDir);
      await index.listDocuments("s");
      const failed = index.put("s", toDocument("d", texts(`new${turns}`))).catch(() => null);
      for (let turn = 0; turn < turns; turn += 1) await index.listDocuments("s");
      await index.close();
      await failed;
      const after = await openEmbeddedIndex(dataDir);
      const { hits, total } = await after.search(tea, signal);
      expect(total).toBe(60);
      expect(new Set(hits.map(({ text }) => text.split(" ")[1])).size).toBe(1);
      await after.close();
    }
  });

  it("leaves no word of a deleted document on the disk", async () => {
    const dataDir = makeTemporaryFolder();
    const index = await openEmbeddedIndex(dataDir);
    await index.put("s", toDocument("kept", ["tea"]));
    await index.put("s", toDocument("gone", ["tea xylophonist"]));
    await index.delete("s", "gone");
    await index.close();
    const database = new DatabaseSync(join(dataDir, "index.db"), { readOnly: true });
    const rows = database.prepare("SELECT count(*) AS count FROM terms WHERE term LIKE 'xylo%'").get();
    database.close();
    expect(rows?.["count"]).toBe(0);
  });
});

function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}
