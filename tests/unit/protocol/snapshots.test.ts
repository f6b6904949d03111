import { describe, expect, it } from "vitest";
import { cutPages, type SnapshotTurn } from "@/lib/features/sharing/shape";

const toTurn = (text: string): SnapshotTurn => ({ role: "assistant", text, sources: [] });

describe("the pages of a shared conversation", () => {
  it("hold as much as one look may cost, and a turn that is longer alone", () => {
    const turns = ["a".repeat(60_000), "b".repeat(30_000), "c".repeat(20_000), "d".repeat(300_000), "e"];
    const pages = cutPages(turns.map(toTurn));
    expect(pages.map((page) => page.map(({ text }) => text[0]).join(""))).toEqual(["ab", "c", "d", "e"]);
  });

  it("hold at most a hundred turns, every one once", () => {
    const turns = Array.from({ length: 250 }, (_, index) => toTurn(String(index)));
    const pages = cutPages(turns);
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(turns);
  });

  it("are one where nothing was said", () => {
    expect(cutPages([])).toEqual([[]]);
  });
});
