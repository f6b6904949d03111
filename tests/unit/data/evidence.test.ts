import { createEvidenceRecords, maxEvidenceBytes } from "@/lib/features/evidence/records/evidence";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

describe("evidence records", () => {
  it("find nothing under an id that is no id", async () => {
    const records = createEvidenceRecords(await openTestStore(), await openTestBlobs());
    expect(await records.find("u1", "c1", "../../u2/secrets")).toBeNull();
  });

  it("say clearly when what is stored is broken", async () => {
    const store = await openTestStore();
    await store.set("users/u1/conversations/c1/evidence/r_1", { kind: "page" });
    await expect(
      createEvidenceRecords(store, await openTestBlobs()).find("u1", "c1", "r_1"),
    ).rejects.toMatchObject({ code: "store_invalid" });
  });
});

describe("the numbered sources of a conversation", () => {
  it("never outgrow a document: the oldest are forgotten, the newest kept", async () => {
    const records = createEvidenceRecords(await openTestStore(), await openTestBlobs());
    const toSource = (number: number) => {
      const url = `https://example.org/${number}/${"x".repeat(1_000)}`;
      return {
        number,
        evidenceId: `r_${number}`,
        url,
        title: "T",
        site: "example.org",
        addresses: [url],
        contentHash: null,
      };
    };
    const sources = Array.from({ length: 1_000 }, (_, index) => toSource(index + 1));
    await records.change("u1", "c1", () => ({ sources, evidence: [], result: null }));
    const kept = await records.listSources("u1", "c1");
    expect(kept.at(-1)?.number).toBe(1_000);
    expect(kept.length).toBeGreaterThan(300);
    expect(kept).toEqual(sources.slice(-kept.length));
  });
});

describe("a text longer than a document should be", () => {
  it("is given back whole, while the document holds its beginning, and goes with its conversation", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    const records = createEvidenceRecords(store, blobs);
    const text = `${"字".repeat(100_000)}end`;
    const kept = await records.keepText("u1", "c1", text);
    const record = {
      kind: "search" as const,
      number: null,
      url: null,
      title: "T",
      site: "S",
      retrievedAt: 0,
      query: "q",
      ...kept,
    };
    await records.keep("u1", "c1", { id: "r_1", record });
    const stored = String((await store.find("users/u1/conversations/c1/evidence/r_1"))?.data["text"]);
    expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(maxEvidenceBytes);
    expect(text.startsWith(stored)).toBe(true);
    expect((await records.find("u1", "c1", "r_1"))?.text).toBe(text);
    expect(await records.find("u1", "c2", "r_1")).toBeNull();
    await records.deleteTexts("u1", "c1");
    expect((await blobs.list({ limit: 10 })).blobs).toEqual([]);
  });

  it("is no file when it is short enough", async () => {
    const blobs = await openTestBlobs();
    const kept = await createEvidenceRecords(await openTestStore(), blobs).keepText(
      "u1",
      "c1",
      "字".repeat(66_666),
    );
    expect(kept.text).toHaveLength(66_666);
    expect((await blobs.list({ limit: 10 })).blobs).toEqual([]);
  });
});
