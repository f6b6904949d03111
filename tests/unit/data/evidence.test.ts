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
