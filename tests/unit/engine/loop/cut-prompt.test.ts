import { describe, expect, it } from "vitest";
import { findCutWindow } from "@/lib/engine/loop/cut-prompt";

describe("a prompt that a server has cut without a word", () => {
  it.each([
    ["exactly a window", 4_096, 4_400, 4_096],
    ["all but one token of a window", 8_191, 9_000, 8_192],
    ["a window that is no power of two", 6_144, 9_000, 6_144],
    ["near below a window, of far more", 4_080, 9_000, 4_096],
  ])("is seen by what it says to have read: %s", (_name, read, sent, window) => {
    expect(findCutWindow(read, sent)).toBe(window);
  });

  it.each([
    ["as much as was sent", 4_300, 4_400],
    ["more than was estimated", 4_096, 3_900],
    ["what a cache left", 37, 4_400],
    ["most of it from a cache", 1_207, 9_000],
    ["near a window, and near what was sent", 4_080, 4_400],
    ["nothing told", 0, 4_400],
  ])("is not seen in %s", (_name, read, sent) => {
    expect(findCutWindow(read, sent)).toBeNull();
  });
});
