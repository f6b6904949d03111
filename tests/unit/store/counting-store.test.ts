import { describe, expect, it } from "vitest";
import { createCountingStore, type CountingStore } from "@/tests/support/counting-store";
import { openTestStore } from "@/tests/support/open-test-store";

async function open(): Promise<CountingStore> {
  const store = createCountingStore(await openTestStore());
  await store.batch(["a", "b", "c"].map((id) => ({ kind: "set", path: `things/${id}`, data: { n: 1 } })));
  expect(await takeSums(store)).toEqual({ reads: 0, writes: 3, deletes: 0 });
  return store;
}

async function takeSums(store: CountingStore) {
  const sums = { reads: 0, writes: 0, deletes: 0 };
  for (const { reads, writes, deletes } of await store.take()) {
    sums.reads += reads;
    sums.writes += writes;
    sums.deletes += deletes;
  }
  return sums;
}

describe("the counting store", () => {
  it("counts each document asked for, also one that is missing", async () => {
    const store = await open();
    await store.find("things/a");
    await store.findMany(["things/a", "things/none"]);
    expect(await takeSums(store)).toEqual({ reads: 3, writes: 0, deletes: 0 });
  });

  it("counts what a query gives, one more when a page follows, and one for nothing", async () => {
    const store = await open();
    const reads = async (collection: string, limit: number) => {
      await store.list({ collection, limit });
      return (await takeSums(store)).reads;
    };
    expect([await reads("things", 5), await reads("things", 2), await reads("nothing", 2)]).toEqual([3, 3, 1]);
  });

  it("counts a transaction's reads and writes, and again what it read without writing", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await tx.findMany(["things/a", "things/b"]);
      tx.update("things/a", { n: 2 });
      tx.set("things/d", {});
      tx.delete("things/e");
    });
    expect(await takeSums(store)).toEqual({ reads: 3, writes: 2, deletes: 1 });
  });

  it("counts the reads of every attempt of a transaction, and the writes of the one that succeeds", async () => {
    const store = await open();
    let attempts = 0;
    await store.transaction(async (tx) => {
      await tx.find("things/a");
      if ((attempts += 1) === 1) await store.update("things/a", { n: 5 });
      tx.update("things/a", { n: 6 });
    });
    expect(await takeSums(store)).toEqual({ reads: 2, writes: 2, deletes: 0 });
  });
});
