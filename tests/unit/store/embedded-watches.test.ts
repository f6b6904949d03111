import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { waitFor, waitForIds, watchDocument, watchLog } from "./watch-contract";

async function open(now?: () => number) {
  const dataDir = makeTemporaryFolder();
  const store = await openEmbeddedStore({ dataDir, ...(now && { now }) });
  onTestFinished(() => store.close());
  return { store, file: `${dataDir}/sextant.db` };
}

describe("a watch of the embedded store", () => {
  it("has told a change when its writer is answered", async () => {
    const { store } = await open();
    const seen = watchDocument(store, "users/u1");
    const log = watchLog(store, "users", null);
    await store.set("users/u1", { n: 1 });
    expect(seen.last()?.data).toEqual({ n: 1 });
    expect(log.ids()).toEqual(["u1"]);
  });

  it("tells writes that are committed together once", async () => {
    const { store } = await open();
    const seen = watchDocument(store, "users/u1");
    await waitFor(seen, [null]);
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.set("users/u1", { n })));
    expect(seen.data()).toEqual([null, { n: 19 }]);
  });

  it("looks again when the file could not be read for a while", async () => {
    const { store, file } = await open();
    const seen = watchDocument(store, "users/u1");
    const log = watchLog(store, "users", null);
    await waitFor(seen, [null]);
    await store.batch(["users/u1", "users/u2"].map((path) => ({ kind: "set", path, data: { n: 1 } })));
    changeFile(file, "ALTER TABLE documents RENAME TO away");
    const late = watchDocument(store, "users/u2");
    await expect(store.find("users/u2")).rejects.toMatchObject({ code: "store_unavailable" });
    expect(late.data()).toEqual([]);
    changeFile(file, "ALTER TABLE away RENAME TO documents");
    await waitFor(late, [{ n: 1 }]);
    await store.set("users/u3", {});
    await waitForIds(log, ["u1", "u2", "u3"]);
  });

  it("dates a change and its reading by the clock that the store was opened with", async () => {
    let time = 1_000;
    const { store } = await open(() => time);
    await store.set("users/u1", {});
    time = 9_000;
    const seen = watchDocument(store, "users/u1");
    await waitFor(seen, [{}]);
    expect(seen.last()).toMatchObject({ updatedAt: 1_000, readAt: 9_000 });
    expect(await store.find("users/u1")).toMatchObject({ updatedAt: 1_000, readAt: 9_000 });
  });

  it("gives no negative age when the clock was set back", async () => {
    let time = 9_000;
    const { store } = await open(() => time);
    await store.set("users/u1", {});
    time = 1_000;
    expect(await store.find("users/u1")).toMatchObject({ updatedAt: 9_000, readAt: 9_000 });
  });
});

function changeFile(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
