import { describe, expect, it } from "vitest";
import { createCountingStore } from "@/tests/support/counting-store";
import { openTestStore } from "@/tests/support/open-test-store";

async function open() {
  const store = createCountingStore(await openTestStore());
  await store.batch(["a", "b", "c"].map((id) => ({ kind: "set", path: `things/${id}`, data: { n: 1 } })));
  expect(store.counts()).toEqual({ reads: 0, writes: 3 });
  store.reset();
  return store;
}

describe("the counting store", () => {
  it("counts each document asked for once, also one that is missing", async () => {
    const store = await open();
    await store.find("things/a");
    await store.findMany(["things/a", "things/none", "things/a"]);
    expect(store.counts()).toEqual({ reads: 3, writes: 0 });
  });

  it("counts what a query gives, one more when a page follows, and one for nothing", async () => {
    const store = await open();
    const reads = async (collection: string, limit: number) => {
      store.reset();
      await store.list({ collection, limit });
      return store.counts().reads;
    };
    expect([await reads("things", 5), await reads("things", 2), await reads("nothing", 2)]).toEqual([3, 3, 1]);
  });

  it("counts a transaction's reads and writes, and again what it read without writing", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await tx.findMany(["things/a", "things/b"]);
      tx.update("things/a", { n: 2 });
      tx.set("things/d", {});
    });
    expect(store.entries()).toEqual(["read things/a", "read things/b", "read things/b", "write things/a", "write things/d"]);
  });

  it("counts every attempt of a transaction", async () => {
    const store = await open();
    let attempts = 0;
    await store.transaction(async (tx) => {
      await tx.find("things/a");
      if ((attempts += 1) === 1) await store.update("things/a", { n: 5 });
      tx.update("things/a", { n: 6 });
    });
    expect(store.counts()).toEqual({ reads: 2, writes: 3 });
  });
});
