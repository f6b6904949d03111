import type { Worker } from "node:worker_threads";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import type { Write } from "@/lib/store/store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { describeStore } from "./contract";

describeStore("embedded", () => openEmbeddedStore({ dataDir: makeTemporaryFolder() }));

const waiting = { timeout: 15_000 };

describe("the embedded store's files", () => {
  it("are readable by their owner only, each of them, whatever the umask and as they were before", async () => {
    const dataDir = makeTemporaryFolder();
    const umask = process.umask(0);
    try {
      writeFileSync(join(dataDir, "lock.db"), "", { mode: 0o644 });
      const store = await openEmbeddedStore({ dataDir });
      await store.set("users/u1", { name: "Ada" });
      const names = readdirSync(dataDir);
      expect(names).toEqual(
        expect.arrayContaining(["lock.db", "lock.pid", "sextant.db", "sextant.db-shm", "sextant.db-wal"]),
      );
      const modes = names.map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
      expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
      await store.close();
    } finally {
      process.umask(umask);
    }
  });

  it("hold nothing any more of what was deleted or replaced once the store is quiet for a moment, while it is open", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir, quietMs: 20 });
    await store.set("users/u1", { name: "Ada" });
    for (let n = 0; n < 30; n += 1)
      await store.set(`users/u1/notes/n${n}`, {
        text: `zeppelin ${"x".repeat(n * 500)}`,
        at: n,
        conversationId: `airship-${n}`,
        terms: [`blimp${n}`, "airship", "zeppelin"],
      });
    await store.update("users/u1/notes/n3", { text: "changed", conversationId: "c3" });
    expect(readFiles(dataDir)).toMatch(/zeppelin|airship/);
    await store.update("users/u1", { name: "Grace" });
    await store.delete("users/u1/notes/n4");
    for (let n = 0; n < 30; n += 1) await store.deleteTree(`users/u1/notes/n${n}`);
    await vi.waitFor(() => expect(readFiles(dataDir)).not.toMatch(/zeppelin|airship|Ada/), waiting);
    const words = ["zeppelin", "airship", "blimp"].map((word) => Buffer.from(word).toString("hex"));
    expect(words.filter((word) => readFiles(dataDir).includes(word))).toEqual([]);
    expect((await store.find("users/u1"))?.data).toEqual({ name: "Grace" });
    await store.close();
  });

  it("hold nothing any more of what was deleted while writes never end", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir, quietMs: 20, latestMs: 40 });
    await store.set("users/u1", { name: "zeppelin" });
    await store.delete("users/u1");
    await vi.waitFor(
      async () => {
        await store.set("users/u2", { name: "Grace" });
        expect(readFiles(dataDir)).not.toContain("zeppelin");
      },
      { ...waiting, interval: 1 },
    );
    await store.close();
  });

  it("hold nothing any more of what was deleted when the thread that empties them has died", async () => {
    const dataDir = makeTemporaryFolder();
    const threads: Worker[] = [];
    const keep = (worker: Worker) => void threads.push(worker);
    process.on("worker", keep);
    const store = await openEmbeddedStore({ dataDir, quietMs: 1 });
    onTestFinished(() => void process.off("worker", keep));
    for (const name of ["zeppelin", "airship"]) {
      await store.set("users/u1", { name });
      await store.delete("users/u1");
      await vi.waitFor(() => expect(readFiles(dataDir)).not.toContain(name), waiting);
      await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
    }
    await store.close();
  });

  it("hold nothing any more of what was deleted once another program has read them", async () => {
    const dataDir = makeTemporaryFolder();
    const store = await openEmbeddedStore({ dataDir, quietMs: 1 });
    await store.set("users/u1", { name: "zeppelin" });
    const other = new DatabaseSync(join(dataDir, "sextant.db"));
    other.exec("BEGIN; SELECT count(*) FROM documents");
    await store.delete("users/u1");
    await store.set("users/u2", { name: "Grace" });
    for (let count = 0; count < 50; count += 1) await store.set("users/u2", { name: "Grace" });
    expect(readFiles(dataDir)).toContain("zeppelin");
    other.close();
    await vi.waitFor(() => expect(readFiles(dataDir)).not.toContain("zeppelin"), waiting);
    await store.close();
  });
});

describe("the index of lists in the embedded store", () => {
  it("holds what the documents hold after many changes of the same ones in one commit", async () => {
    const store = await openEmbeddedStore({ dataDir: makeTemporaryFolder() });
    const random = createRandom(5);
    const toTerms = () => [
      ...new Set(Array.from({ length: 60 }, () => Math.floor(random() ** 2 * 4_000).toString(36))),
    ];
    const held = new Map<string, string[]>();
    for (let round = 0; round < 150; round += 1) {
      const writes = Array.from({ length: 12 }, (): Write => {
        const path = `things/t${Math.floor(random() * 60)}`;
        if (random() < 0.4) return (held.delete(path), { kind: "delete", path });
        const terms = toTerms();
        held.set(path, terms);
        return { kind: "set", path, data: { terms } };
      });
      await store.batch(writes);
    }
    const wrong: string[] = [];
    for (const term of new Set([...held.values()].flat())) {
      const found = await store.list({
        collection: "things",
        where: [{ field: "terms", op: "has", value: term }],
        limit: 500,
      });
      const expected = [...held].filter(([, terms]) => terms.includes(term)).map(([path]) => path);
      if (found.documents.map(({ path }) => path).join() !== expected.toSorted().join()) wrong.push(term);
    }
    expect(wrong).toEqual([]);
    await store.close();
  });
});

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function readFiles(dataDir: string): string {
  return readdirSync(dataDir)
    .map((name) => readFileSync(join(dataDir, name), "latin1"))
    .join("\n");
}
