import { describe, expect, it } from "vitest";
import {
  applyEdits,
  findMainText,
  listEditFields,
  listRest,
  toFieldValue,
} from "@/lib/client/message/approval-input";
import { approvalAnswerSchema } from "@/lib/protocol/approvals";
import { memorySaveInputSchema } from "@/lib/features/memory/tools/memory-save/schema";
import { webSearchInputSchema } from "@/lib/features/web/tools/web-search/schema";

const fact = (content: string) => ({
  content,
  category: "profile",
  tier: "core",
  confidence: 0.9,
  keywords: ["nuts"],
});
const save = { facts: [fact("Is allergic to peanuts"), fact("Lives in Oslo")], reason: "Useful" };
const search = {
  query: "peanut allergy oslo",
  targetInfo: ["symptoms", "doctors"],
  freshness: "year",
  reason: "To find out",
};

describe("the fields of a call that a person may change", () => {
  it("are the words of each fact", () => {
    expect(listEditFields(save)).toEqual([
      { path: "facts.0.content", name: "content", value: "Is allergic to peanuts" },
      { path: "facts.1.content", name: "content", value: "Lives in Oslo" },
    ]);
  });

  it("are what stands plainly in any other call, without why the model makes it", () => {
    const input = { to: "a@b.example", copies: 2, urgent: true, tags: ["x"], reason: "why", deep: { a: 1 } };
    expect(listEditFields(input).map(({ path }) => path)).toEqual(["to", "copies", "urgent", "tags"]);
  });
});

describe("a changed call", () => {
  it("has the new words, none of the old ones' keywords, and not the facts that were emptied", () => {
    const next = applyEdits(save, { "facts.0.content": "", "facts.1.content": "Lives in Bergen" });
    expect(next["facts"]).toEqual([{ ...fact("Lives in Bergen"), keywords: [] }]);
    expect(memorySaveInputSchema.safeParse(next).success).toBe(true);
    expect(approvalAnswerSchema.safeParse({ decision: "edit", input: next }).success).toBe(true);
  });

  it("keeps what was not changed, and gains no field that it did not have", () => {
    const next = applyEdits(search, { query: "peanut allergy", targetInfo: [], sneaky: "x" });
    expect(next).toEqual({ ...search, query: "peanut allergy", targetInfo: [] });
    expect(webSearchInputSchema.safeParse(next).success).toBe(true);
  });

  it.each([
    ["a text", " a \n", "b", "a"],
    ["lines", "a\n\n b ", ["x"], ["a", "b"]],
    ["a number", "2.5", 1, 2.5],
    ["a number that is none", "many", 1, "many"],
    ["an empty number", "", 1, ""],
    ["a box that is not ticked", null, true, false],
    ["a box that is ticked", "on", false, true],
  ])("takes %s in its old form", (_kind, text, before, value) => {
    expect(toFieldValue(before, text)).toEqual(value);
  });
});

describe("what is shown of a call", () => {
  it("is its main text, and everything else but why the model makes it", () => {
    expect(findMainText(search)).toBe(search.query);
    expect(listRest(search)).toEqual({ targetInfo: search.targetInfo, freshness: "year" });
    expect(listRest(save)).toEqual({});
  });

  it("leaves nothing out that has another form than expected", () => {
    expect(listRest({ query: { sneaky: 1 }, description: "d", facts: "all" })).toEqual({
      query: { sneaky: 1 },
      facts: "all",
    });
  });
});
