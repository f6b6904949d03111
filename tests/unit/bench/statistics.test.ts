import { describe, expect, it } from "vitest";
import { median, percentile, subtract } from "@/tests/bench/statistics";

describe("statistics", () => {
  it("takes the middle value, or the mean of the two in the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it("takes the value that the share of values does not exceed", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile([3, 1, 2], 0.95)).toBe(3);
    expect(percentile([3, 1, 2], 0)).toBe(1);
  });

  it("gives no number for no values", () => {
    expect(median([])).toBeNaN();
    expect(percentile([], 0.95)).toBeNaN();
  });

  it("compares values of the same round", () => {
    expect(subtract([5, 7], [1, 2])).toEqual([4, 5]);
    expect(subtract([5, 7], [1])).toEqual([4, Number.NaN]);
  });
});
