import { describe, expect, it } from "vitest";
import { matches } from "@/lib/features/documents/matches";
import type { Condition } from "@/lib/features/documents/shape/documents";

const document = {
  ...{
    title: "Report",
    name: "Report.PDF",
    kind: "pdf",
    author: "Ann Lee",
    tags: ["Boats", "2024"],
    date: "2024-05-03",
  },
  ...{ time: 1_700_000_000_000, document: "d1", collection: "c1" },
};
const one = (condition: Condition) => matches([{ allOf: [condition] }], document);

describe("matches", () => {
  it("compares whole values, letter case aside", () => {
    expect(one({ field: "author", is: "ann lee" })).toBe(true);
    expect(one({ field: "author", is: "ann" })).toBe(false);
    expect(one({ field: "tag", is: "boats" })).toBe(true);
    expect(one({ field: "tag", is: "boat" })).toBe(false);
    expect(one({ field: "name", is: "report.pdf" })).toBe(true);
    expect(one({ field: "role", is: "user" })).toBe(false);
    expect(one({ field: "document", is: "d1" }) && one({ field: "collection", is: "c1" })).toBe(true);
  });

  it("takes days whole, and nothing for a date that is missing or none", () => {
    expect(one({ field: "date", from: "2024-05-03", to: "2024-05-03" })).toBe(true);
    expect(one({ field: "date", from: "2024-05-04" })).toBe(false);
    expect(one({ field: "date", to: "2024-05-02" })).toBe(false);
    expect(one({ field: "time", to: "2023-11-14" })).toBe(true);
    expect(one({ field: "time", to: "2023-11-14T22:13:19Z" })).toBe(false);
    expect(matches([{ allOf: [{ field: "date", from: "2000-01-01" }] }], { date: "soon" })).toBe(false);
    expect(matches([{ allOf: [{ field: "date" }] }], {})).toBe(false);
  });

  it("asks all groups, of each any of one list and all of the other", () => {
    const [yes, no]: Condition[] = [
      { field: "kind", is: "pdf" },
      { field: "kind", is: "docx" },
    ];
    expect(matches([], document)).toBe(true);
    expect(matches([{}, { anyOf: [], allOf: [] }], document)).toBe(true);
    expect(yes && no && matches([{ anyOf: [no, yes] }], document)).toBe(true);
    expect(yes && no && matches([{ anyOf: [no, yes], allOf: [no] }], document)).toBe(false);
    expect(yes && no && matches([{ anyOf: [yes] }, { anyOf: [no] }], document)).toBe(false);
  });
});
