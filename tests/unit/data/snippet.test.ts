import { describe, expect, it } from "vitest";
import { toAskedWords } from "@/lib/features/conversation-search/records/asked-words";
import { findMarks, makeSnippet } from "@/lib/features/conversation-search/records/read-matches";

const show = (text: string, query: string) => {
  const snippet = makeSnippet(text, toAskedWords(query));
  return snippet === null
    ? null
    : { text: snippet.text, marked: snippet.marks.map(([start, end]) => snippet.text.slice(start, end)) };
};
const filler = "The tide lifts the ship and sets it down again. ".repeat(20);

describe("a snippet", () => {
  it("is the whole of a short text", () => {
    expect(show("A red buoy.", "buoy")).toEqual({ text: "A red buoy.", marked: ["buoy"] });
  });

  it("shows the place with the most of the words, cut at both ends", () => {
    const found = show(`${filler}A buoy. ${filler}The red buoy is at the quay. ${filler}`, "red buoy quay");
    expect(found?.marked).toEqual(["red", "buoy", "quay"]);
    expect(found?.text).toMatch(/^….*The red buoy is at the quay\..*…$/);
    expect(found?.text.length).toBeLessThanOrEqual(165);
  });

  it("has no signs of Markdown and no lines", () => {
    expect(
      show("## Buoys\n\n- A **red** buoy, see [the list](https://example.org/a).\n- `code`", "buoy red")
        ?.text,
    ).toBe("Buoys A red buoy, see the list. code");
  });

  it("marks Chinese pairs as one stretch, and words at their whole length", () => {
    expect(show("我们明天坐高铁去杭州。", "高铁去杭州")?.marked).toEqual(["高铁去杭州"]);
    expect(show("Ｌｉｇｈｔｈｏｕｓｅｓ and lights", "lighthouse")?.marked).toEqual([
      "Ｌｉｇｈｔｈｏｕｓｅｓ",
    ]);
  });

  it("never ends inside a character", () => {
    const found = show(`${"🧭".repeat(300)} buoy ${"🧭".repeat(300)}`, "buoy");
    expect(found?.text.isWellFormed()).toBe(true);
    expect(found?.marked).toEqual(["buoy"]);
  });

  it("is none where no word stands", () => {
    expect(show("A beacon.", "buoy")).toBeNull();
  });

  it("is made of a very long text without going through all of its places", () => {
    expect(show("buoy ".repeat(20_000), "buoy")?.marked.length).toBeGreaterThan(10);
  });
});

describe("marks", () => {
  it("stand where the words stand, in order and apart", () => {
    expect(findMarks("红色浮标 and red buoys", toAskedWords("浮标 buoy red"))).toEqual([
      [2, 4],
      [9, 12],
      [13, 18],
    ]);
  });

  it("are of a single character only where it was asked for alone", () => {
    expect(findMarks("绿茶和茶", toAskedWords("茶"))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(findMarks("绿茶和茶", toAskedWords("绿茶"))).toEqual([[0, 2]]);
  });
});
