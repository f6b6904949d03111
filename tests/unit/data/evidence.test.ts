import { createEvidenceRecords, cutEvidenceText, maxEvidenceBytes } from "@/lib/data/evidence";
import { openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

describe("evidence records", () => {
  it("find nothing under an id that is no id", async () => {
    const records = createEvidenceRecords(await openTestStore());
    expect(await records.find("u1", "c1", "../../u2/secrets")).toBeNull();
  });

  it("say clearly when what is stored is broken", async () => {
    const store = await openTestStore();
    await store.set("users/u1/conversations/c1/evidence/r_1", { kind: "page" });
    await expect(createEvidenceRecords(store).find("u1", "c1", "r_1")).rejects.toMatchObject({ code: "store_invalid" });
  });
});

describe("the numbered sources of a conversation", () => {
  it("never outgrow a document: the oldest are forgotten, the newest kept", async () => {
    const records = createEvidenceRecords(await openTestStore());
    const toSource = (number: number) => {
      const url = `https://example.org/${number}/${"x".repeat(1_000)}`;
      return { number, evidenceId: `r_${number}`, url, title: "T", site: "example.org", addresses: [url], contentHash: null };
    };
    const sources = Array.from({ length: 1_000 }, (_, index) => toSource(index + 1));
    await records.change("u1", "c1", () => ({ sources, evidence: [], result: null }));
    const kept = await records.listSources("u1", "c1");
    expect(kept.at(-1)?.number).toBe(1_000);
    expect(kept.length).toBeGreaterThan(300);
    expect(kept).toEqual(sources.slice(-kept.length));
  });
});

describe("cutEvidenceText", () => {
  it("leaves a text within the limit as it is", () => {
    expect(cutEvidenceText("字".repeat(66_666))).toHaveLength(66_666);
  });

  it("cuts a longer one between characters and says so", () => {
    const cut = cutEvidenceText("字".repeat(100_000));
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxEvidenceBytes);
    expect(cut).not.toContain("\ufffd");
    expect(cut).toMatch(/字\n\n\[The text goes on/);
  });
});
