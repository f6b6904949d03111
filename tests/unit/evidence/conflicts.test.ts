import { describe, expect, it } from "vitest";
import { checkConflicts, findMajority } from "@/lib/features/evidence/claims/conflicts";

const results = ["The bridge is 120 m long [1].", "The bridge is 150 m long [2].", "It is 121 m long [3]."];
const side = (result: number) => ({ result, quote: results[result - 1] ?? "" });
const found = (kind: "number" | "claim", ...sides: ReturnType<typeof side>[]) => [
  { subject: "length", kind, sides },
];

describe("results that disagree", () => {
  it("do so from five percent on, by the numbers that lie nearest", () => {
    expect(checkConflicts(results, found("number", side(1), side(2)))).toMatchObject([{ difference: 0.2 }]);
    expect(checkConflicts(results, found("number", side(1), side(3)))).toEqual([]);
  });

  it("are only those whose sentences stand where they are said to", () => {
    const invented = { result: 2, quote: "The bridge is 900 m long." };
    expect(checkConflicts(results, found("number", side(1), invented))).toEqual([]);
    expect(checkConflicts(results, found("claim", side(1), side(1)))).toEqual([]);
    expect(checkConflicts(results, found("claim", side(1), side(2)))).toHaveLength(1);
  });

  it("are settled by the most where most agree", () => {
    expect(findMajority(results, "number")).toBe(0);
    expect(findMajority(results.slice(0, 2), "number")).toBeNull();
  });

  it("agree on a claim only in the same words", () => {
    const safe = "The bridge is safe.";
    const unsafe = "The bridge is not safe.";
    expect(findMajority([safe, unsafe], "claim")).toBeNull();
    expect(findMajority([safe, unsafe, safe], "claim")).toBe(0);
  });
});
