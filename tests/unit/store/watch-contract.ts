import { expect, it, vi } from "vitest";
import type { Store, StoredDocument } from "@/lib/store/store";

/** How every driver tells those who watch. */
export function describeWatches(get: () => Store): void {
  describeDocumentWatches(get);
  describeLogWatches(get);
  describeEnds(get);
}

function describeDocumentWatches(get: () => Store): void {
  it("tells a watched document as it is, and after each change", async () => {
    await get().set("users/u1", { n: 1 });
    const seen = watchDocument(get(), "users/u1");
    await waitFor(seen, [{ n: 1 }]);
    await get().update("users/u1", { n: 2 });
    await waitFor(seen, [{ n: 1 }, { n: 2 }]);
    expect(seen.last()).toMatchObject({ path: "users/u1", id: "u1" });
    expect(seen.last()).toEqual({ ...(await get().find("users/u1")), readAt: seen.last()?.readAt });
  });

  it("tells null while there is none, when it is made, deleted and made again", async () => {
    const seen = watchDocument(get(), "users/u1");
    await waitFor(seen, [null]);
    await get().create("users/u1", { n: 1 });
    await waitFor(seen, [null, { n: 1 }]);
    await get().delete("users/u1");
    await waitFor(seen, [null, { n: 1 }, null]);
    await get().create("users/u1", { n: 1 });
    await waitFor(seen, [null, { n: 1 }, null, { n: 1 }]);
  });

  it("tells the deletion of a tree to who watches a document of it", async () => {
    await get().batch(
      ["users/u1", "users/u1/notes/n", "users/u10/notes/n"].map((path) => ({
        kind: "set",
        path,
        data: { n: 1 },
      })),
    );
    const seen = ["users/u1", "users/u1/notes/n", "users/u10/notes/n"].map((path) =>
      watchDocument(get(), path),
    );
    await Promise.all(seen.map((each) => waitFor(each, [{ n: 1 }])));
    await get().deleteTree("users/u1");
    await Promise.all(seen.slice(0, 2).map((each) => waitFor(each, [{ n: 1 }, null])));
    await get().update("users/u10/notes/n", { n: 2 });
    await waitFor(seen[2], [{ n: 1 }, { n: 2 }]);
  });

  it("tells nothing of other documents, of what lies below, and of what failed", async () => {
    await get().set("users/u1", { n: 1 });
    const seen = watchDocument(get(), "users/u1");
    await waitFor(seen, [{ n: 1 }]);
    await get().batch(["users/u10", "users/u1/notes/n"].map((path) => ({ kind: "set", path, data: {} })));
    const failing = get().batch([
      { kind: "set", path: "users/u1", data: { n: 2 } },
      { kind: "create", path: "users/u10", data: {} },
    ]);
    await expect(failing).rejects.toMatchObject({ code: "already_exists" });
    await get().set("users/u1", { n: 3 });
    await waitFor(seen, [{ n: 1 }, { n: 3 }]);
  });

  it("tells what a transaction saved", async () => {
    const seen = [watchDocument(get(), "users/a"), watchDocument(get(), "users/b")];
    await Promise.all(seen.map((each) => waitFor(each, [null])));
    await get().transaction(async (tx) => {
      await tx.find("users/a");
      tx.set("users/a", { n: 1 });
      tx.set("users/b", { n: 2 });
    });
    await waitFor(seen[0], [null, { n: 1 }]);
    await waitFor(seen[1], [null, { n: 2 }]);
  });

  it("ends with the last of many changes, whatever it skips", async () => {
    const seen = watchDocument(get(), "users/u1");
    for (let n = 1; n <= 30; n += 1) await get().set("users/u1", { n });
    await vi.waitFor(() => expect(seen.last()?.data).toEqual({ n: 30 }), waiting);
    const told = seen.data().map((each) => Number(each?.["n"] ?? 0));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
  });

  it("gives a told document the time of its change and of its reading", async () => {
    await get().set("users/u1", {});
    const seen = watchDocument(get(), "users/u1");
    await vi.waitFor(() => expect(seen.last()).not.toBeUndefined(), waiting);
    const [first, read] = [seen.last(), await get().find("users/u1")];
    expect(first?.updatedAt).toBe(read?.updatedAt);
    expect(first?.readAt).toBeGreaterThanOrEqual(first?.updatedAt ?? Infinity);
    expect(read?.readAt).toBeGreaterThanOrEqual(first?.readAt ?? Infinity);
  });
}

function describeLogWatches(get: () => Store): void {
  it("tells the documents that are there in the order of ids, then new ones as they come, each once", async () => {
    await get().batch(["c", "a", "b"].map((id) => ({ kind: "set", path: `runs/r/log/${id}`, data: { id } })));
    const seen = watchLog(get(), "runs/r/log", null);
    await waitForIds(seen, ["a", "b", "c"]);
    await get().set("runs/r/log/d", {});
    await waitForIds(seen, ["a", "b", "c", "d"]);
    await get().update("runs/r/log/a", { changed: true });
    await get().delete("runs/r/log/b");
    await get().set("runs/r/log/e", {});
    await waitForIds(seen, ["a", "b", "c", "d", "e"]);
  });

  it("tells only what comes after the given id, which need not exist", async () => {
    await get().batch(["01", "02", "04"].map((id) => ({ kind: "set", path: `log/${id}`, data: {} })));
    const seen = [watchLog(get(), "log", "02"), watchLog(get(), "log", "03"), watchLog(get(), "log", "09")];
    await Promise.all(seen.slice(0, 2).map((each) => waitForIds(each, ["04"])));
    await get().set("log/10", {});
    await Promise.all(seen.slice(0, 2).map((each) => waitForIds(each, ["04", "10"])));
    await waitForIds(seen[2], ["10"]);
  });

  it("loses none and repeats none of 300 documents that come in quick succession", async () => {
    const ids = Array.from({ length: 300 }, (_, n) => String(n).padStart(6, "0"));
    const write = (some: string[]) =>
      get().batch(some.map((id) => ({ kind: "create", path: `log/${id}`, data: { id } })));
    await write(ids.slice(0, 250));
    const seen = watchLog(get(), "log", null);
    for (let n = 250; n < 300; n += 5) await write(ids.slice(n, n + 5));
    await waitForIds(seen, ids);
  });

  it("leaves out what lies in collections of the same name elsewhere, and below", async () => {
    await get().batch(
      ["runs/r/log/b", "runs/q/log/a", "log/a", "runs/r/log/b/log/c"].map((path) => ({
        kind: "set",
        path,
        data: {},
      })),
    );
    const seen = watchLog(get(), "runs/r/log", null);
    await waitForIds(seen, ["b"]);
    await get().batch(
      ["runs/q/log/x", "runs/r/log/b/log/y", "runs/r/log/z"].map((path) => ({ kind: "set", path, data: {} })),
    );
    await waitForIds(seen, ["b", "z"]);
  });

  it("never tells an empty list", async () => {
    const lists: number[] = [];
    get().watchNew("log", null, (documents) => lists.push(documents.length));
    const after = watchDocument(get(), "log/x");
    await waitFor(after, [null]);
    await get().set("log/x", {});
    await vi.waitFor(() => expect(lists).toEqual([1]), waiting);
  });
}

function describeEnds(get: () => Store): void {
  it("tells nothing more once a watch was ended, also by its own callback", async () => {
    const seen: unknown[] = [];
    const stop = get().watch("users/u1", (document) => {
      seen.push(document?.data ?? null);
      stop();
    });
    const stopped = watchDocument(get(), "users/u1");
    stopped.stop();
    stopped.stop();
    const other = watchDocument(get(), "users/u1");
    await waitFor(other, [null]);
    await vi.waitFor(() => expect(seen).toEqual([null]), waiting);
    // The emulator fails a write that finds a watch which is about to end; once it has answered this it is over.
    await get().find("users/u1");
    await get().set("users/u1", { n: 1 });
    await waitFor(other, [null, { n: 1 }]);
    expect(seen).toEqual([null]);
    expect(stopped.data()).toEqual([]);
  });

  it("ends a watch of a collection in the middle of what is there", async () => {
    const ids = Array.from({ length: 250 }, (_, n) => String(n).padStart(4, "0"));
    await get().batch(ids.map((id) => ({ kind: "set", path: `log/${id}`, data: {} })));
    let calls = 0;
    const stop = get().watchNew("log", null, () => {
      calls += 1;
      stop();
    });
    const other = watchLog(get(), "log", null);
    await waitForIds(other, ids);
    await vi.waitFor(() => expect(calls).toBe(1), waiting);
    await get().set("log/9999", {});
    await waitForIds(other, [...ids, "9999"]);
    expect(calls).toBe(1);
  });

  it("goes on after a callback that throws, which nobody else notices", async () => {
    const told: unknown[] = [];
    get().watch("users/u1", (document) => {
      told.push(document?.data ?? null);
      throw new Error("a broken promise");
    });
    const other = watchDocument(get(), "users/u1");
    await waitFor(other, [null]);
    await get().set("users/u1", { n: 1 });
    await waitFor(other, [null, { n: 1 }]);
    await vi.waitFor(() => expect(told).toEqual([null, { n: 1 }]), waiting);
  });

  it("tells nothing once the store is closed, and opens no more watches", async () => {
    const seen = [watchDocument(get(), "users/u1"), watchDocument(get(), "users/u2")];
    const log = watchLog(get(), "users", null);
    await waitFor(seen[0], [null]);
    const writing = get().set("users/u1", { n: 1 });
    await get().close();
    await writing;
    const told = [...seen.map((each) => each.data().length), log.ids().length];
    expect(() => get().watch("users/u1", () => undefined)).toThrow(
      expect.objectContaining({ code: "store_unavailable" }),
    );
    expect(() => get().watchNew("users", null, () => undefined)).toThrow(
      expect.objectContaining({ code: "store_unavailable" }),
    );
    expect([...seen.map((each) => each.data().length), log.ids().length]).toEqual(told);
    expect(seen[0]?.data()).toEqual([null]);
  });

  it("serves 50 watches at once", async () => {
    const paths = Array.from({ length: 25 }, (_, n) => `users/u${n}`);
    const documents = paths.map((path) => watchDocument(get(), path));
    const logs = paths.map((path) => watchLog(get(), `${path}/log`, null));
    await Promise.all(documents.map((each) => waitFor(each, [null])));
    await get().batch(
      paths.flatMap((path) =>
        [path, `${path}/log/a`].map((each) => ({ kind: "set", path: each, data: { path } }) as const),
      ),
    );
    await Promise.all(documents.map((each, n) => waitFor(each, [null, { path: paths[n] }])));
    await Promise.all(logs.map((each) => waitForIds(each, ["a"])));
  });

  it.each(["users", "users/u1/notes", "", "users//x", "../x"])("refuses to watch the document %j", (path) => {
    expect(() => get().watch(path, () => undefined)).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });

  it.each<[string, string | null]>([
    ["users/u1", null],
    ["", null],
    ["users", ""],
    ["users", "a/b"],
    ["users", "__x__"],
  ])("refuses to watch the collection %j after %j", (collection, after) => {
    expect(() => get().watchNew(collection, after, () => undefined)).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });
}

const waiting = { timeout: 15_000, interval: 5 };

type Seen = {
  data(): (StoredDocument["data"] | null)[];
  last(): StoredDocument | null | undefined;
  stop: () => void;
};

export function watchDocument(store: Store, path: string): Seen {
  const told: (StoredDocument | null)[] = [];
  const stop = store.watch(path, (document) => told.push(document));
  return { data: () => told.map((each) => each?.data ?? null), last: () => told.at(-1), stop };
}

export function watchLog(
  store: Store,
  collection: string,
  after: string | null,
): { ids(): string[]; stop: () => void } {
  const ids: string[] = [];
  const stop = store.watchNew(collection, after, (documents) => ids.push(...documents.map(({ id }) => id)));
  return { ids: () => ids, stop };
}

export async function waitFor(seen: Seen | undefined, expected: unknown[]): Promise<void> {
  await vi.waitFor(() => expect(seen?.data()).toEqual(expected), waiting);
}

export async function waitForIds(seen: { ids(): string[] } | undefined, expected: string[]): Promise<void> {
  await vi.waitFor(() => expect(seen?.ids()).toEqual(expected), waiting);
}
