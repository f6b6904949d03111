import { describe, expect, it } from "vitest";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { openTestStore } from "@/tests/support/open-test-store";

async function open() {
  const store = createBilledStore(await openTestStore());
  await store.batch(["a", "b", "c"].map((id) => ({ kind: "set", path: `things/${id}`, data: { n: 1 } })));
  expect(sumCalls(await store.take())).toEqual({ reads: 0, writes: 3, deletes: 0 });
  return store;
}

describe("the billed store", () => {
  it("counts each document asked for once, also one that is missing", async () => {
    const store = await open();
    await store.find("things/a");
    await store.findMany(["things/a", "things/none", "things/a"]);
    expect(sumCalls(await store.take())).toEqual({ reads: 3, writes: 0, deletes: 0 });
  });

  it("counts what a query gives, one more when a page follows, and one for nothing", async () => {
    const store = await open();
    const reads = async (collection: string, limit: number) => {
      await store.list({ collection, limit });
      return sumCalls(await store.take()).reads;
    };
    expect([await reads("things", 5), await reads("things", 2), await reads("nothing", 2)]).toEqual([
      3, 3, 1,
    ]);
  });

  it("counts a transaction's reads and writes, and again what it read without writing", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await tx.findMany(["things/a", "things/b"]);
      tx.update("things/a", { n: 2 });
      tx.set("things/d", {});
    });
    const calls = await store.take();
    expect(calls.map(({ kind }) => kind)).toEqual(["find", "find", "write", "write", "find"]);
    expect(calls).toEqual(calls.map((call) => ({ ...call, collection: "things", inTransaction: true })));
    expect(sumCalls(calls)).toEqual({ reads: 3, writes: 2, deletes: 0 });
  });

  it("counts the reads of every attempt of a transaction, and the writes of the one that succeeds", async () => {
    const store = await open();
    let attempts = 0;
    await store.transaction(async (tx) => {
      await tx.find("things/a");
      if ((attempts += 1) === 1) await store.update("things/a", { n: 5 });
      tx.update("things/a", { n: 6 });
    });
    expect(sumCalls(await store.take())).toEqual({ reads: 2, writes: 2, deletes: 0 });
  });

  it("counts what a deleted tree held, which is read first", async () => {
    const store = await open();
    await store.set("things/a/parts/p", {});
    await store.take();
    expect(await store.deleteTree("things/a")).toBe(2);
    expect(sumCalls(await store.take())).toEqual({ reads: 2, writes: 0, deletes: 2 });
  });
});
