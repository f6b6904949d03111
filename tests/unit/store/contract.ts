import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DocumentData, type Json, type Store, deleteField, increment } from "@/lib/store/store";
import { describeBadInput } from "./bad-input-contract";
import { describeLists } from "./list-contract";
import { describeQueries } from "./query-contract";
import { describeScans } from "./scan-contract";
import { describeTransactions } from "./transaction-contract";
import { describeWatches } from "./watch-contract";

/** What every driver promises. `open` gives an empty store. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    describeDocuments(() => store);
    describeUpdates(() => store);
    describeMerges(() => store);
    describeBatches(() => store);
    describeTransactions(() => store);
    describeQueries(() => store);
    describeLists(() => store);
    describeScans(() => store);
    describeWatches(() => store);
    describeBadInput(() => store);
  });
}

function describeDocuments(get: () => Store): void {
  it("finds what was set, with its id and the time of the write", async () => {
    const before = Date.now();
    const data = {
      title: "Grüße 你好 \u0000 🧭",
      nested: { list: [1, "two", null, { three: true }] },
      big: 2 ** 60,
      small: -0.1,
    };
    await get().set("users/u1", data);
    const found = await get().find("users/u1");
    expect(found).toMatchObject({ path: "users/u1", id: "u1", data });
    expect(found?.updatedAt).toBeGreaterThanOrEqual(before);
  });

  it("says when a document was read by the clock of its changes, wherever it was read", async () => {
    await get().set("users/u1", {});
    const found = await get().find("users/u1");
    await get().set("users/u2", {});
    const later = await get().transaction(async (tx) => {
      const [one] = await tx.findMany(["users/u1"]);
      const { documents } = await tx.list({ collection: "users", limit: 5 });
      return [one, ...documents];
    });
    const { documents } = await get().scan({ limit: 5 });
    const second = (await get().find("users/u2"))?.updatedAt ?? Infinity;
    expect(found?.readAt).toBeGreaterThanOrEqual(found?.updatedAt ?? Infinity);
    expect(found?.readAt).toBeLessThanOrEqual(second);
    expect([...later, ...documents].map((each) => (each?.readAt ?? 0) >= second)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });

  it("keeps what storages find hard: lists in lists, odd keys, deep nesting, half characters", async () => {
    const deep = Array.from({ length: 40 }).reduce<Json>((inner) => ({ d: inner }), "bottom");
    const matrix: Json = [[1, [2, []]], [], [{ a: [[null]] }]];
    const data = {
      matrix,
      deep,
      odd: { "": 1, "a.b": 2, "`": 3, __name__: 4, ключ: [5] },
      half: "a\ud800b",
      "a.b": 6,
      "c d": 7,
      empty: {},
      none: [],
    };
    await get().set("users/u1", data);
    expect((await get().find("users/u1"))?.data).toEqual(data);
    await get().update("users/u1", { matrix: [[3]], "new.list": [[[]]] });
    expect((await get().find("users/u1"))?.data).toEqual({ ...data, matrix: [[3]], new: { list: [[[]]] } });
  });

  it("finds nothing where nothing is", async () => {
    expect(await get().find("users/nobody")).toBeNull();
  });

  it("finds many in the order asked for", async () => {
    await get().set("users/a", { n: 1 });
    await get().set("users/b", { n: 2 });
    const found = await get().findMany(["users/b", "users/none", "users/a", "users/b"]);
    expect(found.map((each) => each?.data["n"] ?? null)).toEqual([2, null, 1, 2]);
  });

  it("replaces the whole document when it is set again, with a greater version", async () => {
    await get().set("users/u1", { a: 1, b: 2 });
    const first = await get().find("users/u1");
    await get().set("users/u1", { b: 3 });
    const second = await get().find("users/u1");
    expect(second?.data).toEqual({ b: 3 });
    expect(second?.version).toBeGreaterThan(first?.version ?? Infinity);
  });

  it("never gives a document made again the version of the deleted one", async () => {
    const versions = new Set<number | undefined>();
    for (let round = 0; round < 5; round += 1) {
      await get().set("users/u1", {});
      versions.add((await get().find("users/u1"))?.version);
      await get().delete("users/u1");
    }
    expect(versions.size).toBe(5);
  });

  it("stores the data as it was when it was handed over", async () => {
    const data: DocumentData = { list: [1] };
    const written = get().set("users/u1", data);
    data["list"] = "changed";
    await written;
    expect((await get().find("users/u1"))?.data).toEqual({ list: [1] });
  });

  it("drops properties that are undefined", async () => {
    await get().set("users/u1", { a: 1, nested: { ...({ b: undefined } as object) } });
    expect((await get().find("users/u1"))?.data).toEqual({ a: 1, nested: {} });
  });

  it("creates a document once", async () => {
    await get().create("users/u1", { by: "first" });
    await expect(get().create("users/u1", { by: "second" })).rejects.toMatchObject({
      code: "already_exists",
    });
    expect((await get().find("users/u1"))?.data).toEqual({ by: "first" });
  });

  it("lets exactly one of several creations at the same moment win, and none of its neighbours fail", async () => {
    const creations = Array.from({ length: 10 }, (_, n) => get().create("users/same", { n }));
    const neighbours = Array.from({ length: 10 }, (_, n) => get().set(`users/other${n}`, { n }));
    const settled = await Promise.allSettled(creations);
    await Promise.all(neighbours);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await get().list({ collection: "users", limit: 20 })).documents).toHaveLength(11);
  });

  it("deletes a document, and again without an error", async () => {
    await get().set("users/u1", {});
    await get().delete("users/u1");
    await get().delete("users/u1");
    expect(await get().find("users/u1")).toBeNull();
  });

  it("keeps what lies below a deleted document", async () => {
    await get().set("users/u1", {});
    await get().set("users/u1/conversations/c1", {});
    await get().delete("users/u1");
    expect(await get().find("users/u1/conversations/c1")).not.toBeNull();
  });

  it("deletes a tree with everything below it and nothing beside it", async () => {
    const inside = [
      "users/u1",
      "users/u1/conversations/c1",
      "users/u1/conversations/c1/messages/m1",
      "users/u1/notes/-",
    ];
    const beside = ["users/u10", "users/u1-", "users/u1./notes/n", "users/u0/conversations/c1", "people/u1"];
    await get().batch([...inside, ...beside].map((path) => ({ kind: "set", path, data: {} })));
    expect(await get().deleteTree("users/u1")).toBe(4);
    const left = await get().findMany([...inside, ...beside]);
    expect(left.map((each) => each?.path).filter((path) => path !== undefined)).toEqual(beside);
    expect(await get().deleteTree("users/u1")).toBe(0);
  });

  it("answers a check, and refuses everything once it is closed", async () => {
    await get().check();
    await get().close();
    const refused = { code: "store_unavailable" };
    await expect(get().check()).rejects.toMatchObject(refused);
    await expect(get().find("users/u1")).rejects.toMatchObject(refused);
    await expect(get().set("users/u1", {})).rejects.toMatchObject(refused);
    await expect(get().transaction(async (tx) => tx.find("users/u1"))).rejects.toMatchObject(refused);
  });

  it("finishes the writes that were asked for before it closes", async () => {
    const written = Array.from({ length: 5 }, (_, n) => get().set(`users/u${n}`, {}));
    await get().close();
    expect(await Promise.allSettled(written)).toEqual(
      written.map(() => ({ status: "fulfilled", value: undefined })),
    );
  });
}

function describeUpdates(get: () => Store): void {
  it("updates the named fields and keeps the others", async () => {
    await get().set("users/u1", { a: 1, deep: { b: 2, c: 3 }, list: [1] });
    await get().update("users/u1", { a: "x", "deep.b": null, "new.er.field": [true] });
    const expected = { a: "x", deep: { b: null, c: 3 }, list: [1], new: { er: { field: [true] } } };
    expect((await get().find("users/u1"))?.data).toEqual(expected);
  });

  it("puts an object in the place of a plain value that a dotted name goes through", async () => {
    await get().set("users/u1", { a: 1 });
    await get().update("users/u1", { "a.b": 2 });
    expect((await get().find("users/u1"))?.data).toEqual({ a: { b: 2 } });
  });

  it("deletes fields", async () => {
    await get().set("users/u1", { a: 1, deep: { b: 2, c: 3 } });
    await get().update("users/u1", { a: deleteField, "deep.b": deleteField, "no.such": deleteField });
    expect((await get().find("users/u1"))?.data).toEqual({ deep: { c: 3 } });
  });

  it("loses no increment when many come at once", async () => {
    await get().set("users/u1", { n: 1, deep: {} });
    await Promise.all(
      Array.from({ length: 25 }, () =>
        get().update("users/u1", { n: increment(2), "deep.m": increment(-1) }),
      ),
    );
    expect((await get().find("users/u1"))?.data).toEqual({ n: 51, deep: { m: -25 } });
  });

  it("does not update what does not exist", async () => {
    await expect(get().update("users/u1", { a: 1 })).rejects.toMatchObject({ code: "not_found" });
    expect(await get().find("users/u1")).toBeNull();
  });

  it("finds a document by the field it was updated to, and no longer by the old one", async () => {
    await get().set("users/u1", { seq: 1, plain: "a" });
    await get().update("users/u1", { seq: 2, plain: "b" });
    const count = async (field: string, value: string | number): Promise<number> =>
      (await get().list({ collection: "users", where: [{ field, op: "==", value }], limit: 5 })).documents
        .length;
    expect([
      await count("seq", 1),
      await count("seq", 2),
      await count("plain", "a"),
      await count("plain", "b"),
    ]).toEqual([0, 1, 0, 1]);
  });
}

function describeMerges(get: () => Store): void {
  it("merges into a document as an update does", async () => {
    await get().set("users/u1", { a: 1, deep: { b: 2, c: 3 } });
    await get().merge("users/u1", { a: deleteField, "deep.b": increment(5), "new.field": [1] });
    expect((await get().find("users/u1"))?.data).toEqual({ deep: { b: 7, c: 3 }, new: { field: [1] } });
  });

  it("makes the document that it merges into", async () => {
    await get().merge("users/u1", { n: increment(2), "deep.er": { a: "x" }, gone: deleteField });
    expect((await get().find("users/u1"))?.data).toEqual({ n: 2, deep: { er: { a: "x" } } });
  });

  it("replaces the named field whole, also when it holds an object", async () => {
    await get().set("users/u1", { deep: { a: 1 }, other: { a: 1 } });
    await get().merge("users/u1", { deep: { b: 2 }, "other.c": {} });
    expect((await get().find("users/u1"))?.data).toEqual({ deep: { b: 2 }, other: { a: 1, c: {} } });
  });

  it("loses no increment when many merge at once into a document that is not there yet", async () => {
    await Promise.all(
      Array.from({ length: 25 }, () => get().merge("counts/c1", { n: increment(2), "by.day": increment(1) })),
    );
    expect((await get().find("counts/c1"))?.data).toEqual({ n: 50, by: { day: 25 } });
  });

  it("merges in a batch and in a transaction", async () => {
    await get().batch([
      { kind: "merge", path: "counts/c1", patch: { n: increment(1) } },
      { kind: "merge", path: "counts/c1", patch: { n: increment(1) } },
    ]);
    await get().transaction(async (tx) => {
      await tx.find("counts/c1");
      tx.merge("counts/c1", { n: increment(1) });
      tx.merge("counts/c2", { n: increment(1) });
    });
    expect((await get().findMany(["counts/c1", "counts/c2"])).map((each) => each?.data)).toEqual([
      { n: 3 },
      { n: 1 },
    ]);
  });
}

function describeBatches(get: () => Store): void {
  it("writes all of a batch, in order", async () => {
    await get().set("users/old", { n: 1 });
    await get().batch([
      { kind: "create", path: "users/u1", data: { n: 1 } },
      { kind: "update", path: "users/u1", patch: { n: increment(1) } },
      { kind: "set", path: "users/u2", data: { n: 3 } },
      { kind: "delete", path: "users/old" },
    ]);
    const found = await get().findMany(["users/u1", "users/u2", "users/old"]);
    expect(found.map((each) => each?.data ?? null)).toEqual([{ n: 2 }, { n: 3 }, null]);
  });

  it("writes nothing of a batch with one write that fails, and its neighbours all the same", async () => {
    await get().set("users/there", {});
    const bad = get().batch([
      { kind: "set", path: "users/u1", data: {} },
      { kind: "delete", path: "users/there" },
      { kind: "create", path: "users/u1", data: {} },
    ]);
    const neighbour = get().set("users/neighbour", {});
    await expect(bad).rejects.toMatchObject({ code: "already_exists" });
    await neighbour;
    const found = await get().findMany(["users/u1", "users/there", "users/neighbour"]);
    expect(found.map((each) => each !== null)).toEqual([false, true, true]);
  });

  it("takes an empty batch", async () => {
    await expect(get().batch([])).resolves.toBeUndefined();
  });
}
