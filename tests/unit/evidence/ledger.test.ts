import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { createSourceLedger } from "@/lib/features/evidence/records/ledger";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { createCountingIds, openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { beforeEach, describe, expect, it } from "vitest";

let blobs: BlobStore;
beforeEach(async () => {
  blobs = await openTestBlobs();
});

const page = { url: "https://a.example/one", title: "One", site: "a.example" };

function createLedger(store: Store, conversationId = "c1", newId = createCountingIds()) {
  return createSourceLedger({
    records: createEvidenceRecords(store, blobs),
    userId: "u1",
    conversationId,
    now: () => 1000,
    newId,
  });
}

describe("source ledger", () => {
  it("numbers sources from 1 and gives the same address the same number", async () => {
    const ledger = createLedger(await openTestStore());
    const numbers = [];
    for (const url of [
      "https://a.example/1",
      "https://a.example/2",
      "https://A.example/1#part",
      "https://a.example/2?utm_source=x",
    ]) {
      numbers.push((await ledger.cite({ ...page, url })).number);
    }
    expect(numbers).toEqual([1, 2, 1, 2]);
  });

  it("gives parallel calls different numbers", async () => {
    const ledger = createLedger(await openTestStore());
    const cited = await Promise.all(
      Array.from({ length: 12 }, (_empty, index) =>
        ledger.cite({ ...page, url: `https://a.example/${index}` }),
      ),
    );
    expect(cited.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_empty, index) => index + 1),
    );
  });

  it("reads and writes once for all that is cited at once, and numbers it in the order of asking", async () => {
    const store = createBilledStore(await openTestStore());
    const ledger = createLedger(store);
    const cited = await Promise.all(
      ["a", "b", "c"].map((name) => ledger.cite({ ...page, url: `https://a.example/${name}` })),
    );
    expect(cited.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(sumCalls(await store.take())).toEqual({ reads: 1, writes: 1, deletes: 0 });
  });

  it("writes nothing for a source that has its number already", async () => {
    const store = createBilledStore(await openTestStore());
    const ledger = createLedger(store);
    await ledger.cite(page);
    await store.take();
    await ledger.cite(page);
    expect(sumCalls(await store.take())).toEqual({ reads: 1, writes: 0, deletes: 0 });
  });

  it("counts on in the next run of the conversation and starts anew in another conversation", async () => {
    const store = await openTestStore();
    await createLedger(store).cite(page);
    expect((await createLedger(store).cite({ ...page, url: "https://b.example/" })).number).toBe(2);
    expect((await createLedger(store).cite(page)).number).toBe(1);
    expect((await createLedger(store, "c2").cite({ ...page, url: "https://b.example/" })).number).toBe(1);
  });

  it("knows a page by the address it was asked for and by the one it was found at", async () => {
    const ledger = createLedger(await openTestStore());
    await ledger.cite({ ...page, url: "https://short.example/x" });
    const moved = await ledger.cite(page, "https://short.example/x");
    const direct = await ledger.cite(page);
    expect([moved.number, direct.number]).toEqual([1, 1]);
  });

  it("keeps a page's text under an id that finds it", async () => {
    const ledger = createLedger(await openTestStore());
    const { number, evidenceId } = await ledger.cite(page);
    const id = await ledger.keep({ kind: "page", number, ...page, text: "All of it.", query: "what" });
    expect(id).toBe(evidenceId);
    expect(id).toMatch(/^r_[A-Za-z0-9]{8}$/);
    expect(await ledger.find(id)).toMatchObject({
      kind: "page",
      number: 1,
      url: page.url,
      text: "All of it.",
      retrievedAt: 1000,
      query: "what",
    });
  });

  it("keeps the id of a page that has not changed, and leaves the old text when it has", async () => {
    const ledger = createLedger(await openTestStore());
    const { number } = await ledger.cite(page);
    const first = await ledger.keep({ kind: "page", number, ...page, text: "Old." });
    const same = await ledger.keep({ kind: "page", number, ...page, text: "Old." });
    const changed = await ledger.keep({ kind: "page", number, ...page, text: "New." });
    expect(same).toBe(first);
    expect(changed).not.toBe(first);
    expect([(await ledger.find(first))?.text, (await ledger.find(changed))?.text]).toEqual(["Old.", "New."]);
  });

  it("finds nothing of another conversation or person", async () => {
    const store = await openTestStore();
    const id = await createLedger(store).keep({
      kind: "search",
      title: "tea",
      site: "Wiki",
      text: "Found 1.",
      query: "tea",
    });
    const stranger = createSourceLedger({
      records: createEvidenceRecords(store, blobs),
      userId: "u2",
      conversationId: "c1",
      now: () => 0,
      newId: createCountingIds(),
    });
    expect(await createLedger(store, "c2").find(id)).toBeNull();
    expect(await stranger.find(id)).toBeNull();
    expect((await createLedger(store).find(id))?.text).toBe("Found 1.");
  });
});
