import { describe, expect, it } from "vitest";
import { toggleSelected } from "@/components/shell/conversations/selection";

const lists = [
  ["a", "b", "c", "d"],
  ["x", "y"],
];
const click = (ids: string[], last: string | null, id: string, isRange = false) =>
  toggleSelected({ ids, last }, id, { isRange, lists });

describe("selecting several", () => {
  it("checks and unchecks one", () => {
    expect(click([], null, "b")).toEqual({ ids: ["b"], last: "b" });
    expect(click(["a", "b"], "b", "b")).toEqual({ ids: ["a"], last: "b" });
  });

  it("checks a range in either direction, and what was checked stays", () => {
    expect(click(["a", "x"], "a", "c", true).ids).toEqual(["x", "a", "b", "c"]);
    expect(click(["d"], "d", "b", true).ids.toSorted()).toEqual(["b", "c", "d"]);
  });

  it("unchecks the range up to a row that was checked", () => {
    expect(click(["a", "b", "c", "d"], "b", "d", true).ids).toEqual(["a"]);
  });

  it("keeps a range within one list, and to rows that are there", () => {
    expect(click(["a"], "a", "y", true).ids).toEqual(["a", "y"]);
    expect(click(["gone"], "gone", "c", true).ids).toEqual(["gone", "c"]);
    expect(click([], "a", "new", true).ids).toEqual(["new"]);
  });
});
