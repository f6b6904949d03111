import { describe, expect, it } from "vitest";
import { toRow, toTable, type RowInput } from "@/tests/bench/row";

const base: RowInput = { part: "cost", measure: "memory", unit: "MB", product: 150, bare: 120, relay: 90 };

describe("a row", () => {
  it("is reached within its limits, the limits included", () => {
    expect(toRow({ ...base, atMost: 150 }).isReached).toBe(true);
    expect(toRow({ ...base, atMost: 149.9 }).isReached).toBe(false);
    expect(toRow({ ...base, atLeast: 150 }).isReached).toBe(true);
    expect(toRow({ ...base, atLeast: 151 }).isReached).toBe(false);
  });

  it("is not judged when nothing was asked for", () => {
    expect(toRow(base).isReached).toBeNull();
  });

  it("is missed when the product or the bare route was not measured", () => {
    expect(toRow({ ...base, product: Number.NaN, atMost: 150 }).isReached).toBe(false);
    expect(toRow({ ...base, atMost: Number.NaN }).isReached).toBe(false);
  });

  it("says its own limit, or the words given for it", () => {
    expect(toRow({ ...base, atMost: 280 }).target).toBe("≤ 280");
    expect(toRow({ ...base, atMost: 280, target: "≤ bare" }).target).toBe("≤ bare");
  });
});

describe("the table", () => {
  it("shows every row with its mark, in columns of one width", () => {
    const lines = toTable([
      toRow({ ...base, atMost: 100 }),
      toRow({ ...base, measure: "time", unit: "ms", product: 1.26, atMost: 2 }),
    ]).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/\| cost \| memory \(MB\) \| 90 +\| 120 +\| 150 +\| ≤ 100 +\| missed +\|/);
    expect(lines[3]).toMatch(/1\.3 +\| ≤ 2 +\| reached \|/);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  });

  it("marks what was not measured", () => {
    expect(toTable([toRow({ part: "x", measure: "y", unit: "ms", product: Number.NaN })])).toMatch(
      /\| – +\| – +\| \? +\|/,
    );
  });
});
