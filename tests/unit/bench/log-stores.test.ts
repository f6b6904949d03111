import { expect, it } from "vitest";
import { createCountedStore, createUnloggedStore } from "@/tests/bench/log-stores";
import { openStore } from "@/lib/store/open";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

const open = () => openStore({ driver: "embedded", dataDir: makeTemporaryFolder() });

it("a store without logs keeps everything but the batches of a run's log", async () => {
  const kept = await open();
  const store = createUnloggedStore(kept);
  await Promise.all([
    store.create("running/r1", { n: 1 }),
    store.create("running/r1/log/0001-0000001", { body: "x" }),
  ]);
  expect((await kept.find("running/r1"))?.data).toEqual({ n: 1 });
  expect(await kept.find("running/r1/log/0001-0000001")).toBeNull();
  await kept.close();
});

it("a store that counts tells the bytes of the batches alone, and keeps them", async () => {
  const kept = await open();
  const told: number[] = [];
  const store = createCountedStore(kept, (bytes) => told.push(bytes));
  await store.create("running/r1", { n: 1 });
  await store.create("running/r1/log/0001-0000001", { body: "xä" });
  expect(told).toEqual([Buffer.byteLength('{"body":"xä"}')]);
  expect(await kept.find("running/r1/log/0001-0000001")).not.toBeNull();
  await kept.close();
});
