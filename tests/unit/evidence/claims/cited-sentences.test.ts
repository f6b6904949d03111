import { listCitedSentences } from "@/lib/features/evidence/claims/check-claims";
import { describe, expect, it } from "vitest";

const read = (text: string) =>
  listCitedSentences(text).map(({ sentence, marks, numbers }) => [sentence, marks, numbers]);

describe("the cited sentences of an answer", () => {
  it.each([
    ["a mark before the stop", "It is 330 m tall [1]. Nobody knows more.", [["It is 330 m tall.", [0], [1]]]],
    [
      "a mark behind the stop",
      "Rain fell all day long. [1] The sun came out.",
      [["Rain fell all day long.", [0], [1]]],
    ],
    [
      "marks behind the stop without a blank",
      "Rain fell.[1][2] Sun shone. [3]",
      [
        ["Rain fell.", [0, 1], [1, 2]],
        ["Sun shone.", [2], [3]],
      ],
    ],
    ["several numbers in one pair of brackets", "It rained [1, 2，3].", [["It rained.", [0], [1, 2, 3]]]],
    [
      "list items without stops",
      "- Red apples [1]\n- Green pears [2]",
      [
        ["Red apples", [0], [1]],
        ["Green pears", [1], [2]],
      ],
    ],
    ["a numbered list", "1. Red apples [1]\n2. Pears", [["Red apples", [0], [1]]]],
    [
      "a row of a table",
      "| City | People |\n|---|---|\n| Graz | 290,000 [1] |",
      [["Graz | 290,000", [0], [1]]],
    ],
    [
      "a heading and a quotation",
      "## Rain in Graz [1]\n\n> It rained [2].",
      [
        ["Rain in Graz", [0], [1]],
        ["It rained.", [1], [2]],
      ],
    ],
    [
      "Chinese",
      "塔高330米[1]。建于1889年。[2]他没有来。",
      [
        ["塔高330米。", [0], [1]],
        ["建于1889年。", [1], [2]],
      ],
    ],
    [
      "initials, decimals and abbreviations",
      "Dr. J. R. Smith of Acme Inc. paid $3.5 million in the U.S. in 1999 [1].",
      [["Dr. J. R. Smith of Acme Inc. paid $3.5 million in the U.S. in 1999.", [0], [1]]],
    ],
    [
      "emphasis and links as they are read",
      "**It** is [tall](https://a.example/x_y) [1].",
      [["It is tall.", [0], [1]]],
    ],
    [
      "an address with stops",
      "See https://a.example/b.html for more of it [1].",
      [["See for more of it.", [0], [1]]],
    ],
  ])("reads %s", (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("gives each part to its mark, and the end of the sentence to the last one", () => {
    expect(
      read("The tower is 330 m tall [1], its lift climbs to the third floor [2], and it is lit."),
    ).toEqual([
      ["The tower is 330 m tall", [0], [1]],
      ["its lift climbs to the third floor, and it is lit.", [1], [2]],
    ]);
  });

  it("gives a sentence to all its marks where the words before one are too few", () => {
    expect(read("France [1], Germany [2] and Italy [3] signed the treaty of Rome.")).toEqual([
      ["France, Germany and Italy signed the treaty of Rome.", [0, 1, 2], [1, 2, 3]],
    ]);
  });

  it("gives a whole sentence to a mark in its middle", () => {
    expect(read("According to the city council of Paris [4], the tower is tall.")).toEqual([
      ["According to the city council of Paris, the tower is tall.", [0], [4]],
    ]);
  });

  it("counts no brackets in code, and keeps every place", () => {
    const text = "Use `list[9]` now.\n\n```\na[7]\n```\n\nIt  holds **two** [1].";
    expect(read(text)).toEqual([["It holds two.", [0], [1]]]);
    const [found] = listCitedSentences(text);
    expect(text.slice(found?.start, found?.end)).toBe("It  holds **two** [1].");
  });
});
