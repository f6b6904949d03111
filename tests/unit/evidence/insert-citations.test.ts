import { describe, expect, it } from "vitest";
import { findInsertions, insertCitations } from "@/lib/engine/turn/insert-citations";

const cite = (text: string, cited: string, isKnown = (number: number) => number < 5) => {
  const insertions = findInsertions(text, cited, isKnown);
  return insertions && insertCitations(text, insertions);
};

describe("citations that come with a text written again", () => {
  it.each([
    ["It costs 5 euros.", "It costs 5 euros [1].", "It costs 5 euros [1]."],
    ["One. Two, three.", "One [1][2]. Two [3], three [1, 4].", "One [1][2]. Two [3], three [1, 4]."],
    [
      "One.\n\n- Two\n- 🌊 Three\n",
      "One [1].\n- Two [2]\n- 🌊 Three [3]",
      "One [1].\n\n- Two [2]\n- 🌊 Three [3]\n",
    ],
    ["塔高312米。", "塔高312米[1]。", "塔高312米[1]。"],
    [
      "| A | 5 |\n|---|---|\n| B | 6 |",
      "| A | 5 [1] |\n|---|---|\n| B | 6 [2] |",
      "| A | 5 [1] |\n|---|---|\n| B | 6 [2] |",
    ],
  ])("are put into the text as it was: %j", (text, cited, wanted) => {
    expect(cite(text, cited)).toBe(wanted);
  });

  it.each([
    ["It costs 5 euros.", "It costs 6 euros [1]."],
    ["It costs 5 euros.", "It costs 5 euros [1]"],
    ["It costs 5 euros.", "Here it is: It costs 5 euros [1]."],
    ["It costs 5 euros.", "It costs 5 euros."],
    ["It costs 5 euros.", "It costs 5 euros [9]."],
    ["It costs 5 euros.", ""],
  ])("are none where the words differ, or there is no mark: %j", (text, cited) => {
    expect(cite(text, cited)).toBeNull();
  });

  it("find their place in a part of the text", () => {
    const insertions = findInsertions("One. Two.", "One [1]. Two [2].", () => true) ?? [];
    expect([insertCitations("One. ", insertions), insertCitations("Two.", insertions, 5)]).toEqual([
      "One [1]. ",
      "Two [2].",
    ]);
  });
});
