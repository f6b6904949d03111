import { describe, expect, it } from "vitest";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs } from "@/tests/support/open-test-store";
import { openTestLibrary, toFile } from "@/tests/support/test-library";

describe.each(bothStores)("a document on $name", ({ openStore }) => {
  it("costs at most 30 reads and 20 writes to add, read and index, the clearing a day later among them", async () => {
    const store = createBilledStore(await openStore());
    const own = openTestLibrary(store, await openTestBlobs());
    const { id } = await own.library.createCollection("u1", { name: "Notes", description: "" });
    await store.take();
    await (
      await own.library.add("u1", toFile("a.txt", "One.", id))
    ).reading;
    await own.sweepAfter(86_400_001);
    const { reads, writes, deletes } = sumCalls(await store.take());
    console.info(`adding a document: ${reads} reads, ${writes} writes, ${deletes} deletes`);
    expect(reads).toBeLessThanOrEqual(30);
    expect(writes).toBeLessThanOrEqual(20);
  });
});
