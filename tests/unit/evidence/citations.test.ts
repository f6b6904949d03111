import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import { describe, expect, it } from "vitest";

describe("findCitedNumbers", () => {
  it.each([
    ["The tower is 330 m tall [1].", [1]],
    ["Both say so [2][3].", [2, 3]],
    ["All of them [1, 2，4、5].", [1, 2, 4, 5]],
    ["Again [3] and again [3] and [1].", [3, 1]],
    ["According to [2]: it rained.", [2]],
    ["埃菲尔铁塔高330米[1]。", [1]],
    ["No source.", []],
    ["[0] and [12345] and [a]", []],
    ["the interval [0, 1]", []],
  ])("reads %j as %j", (text, numbers) => {
    expect(findCitedNumbers(text, () => true)).toEqual(numbers);
  });

  it.each([
    ["inline code", "Use `list[1]` here."],
    ["a longer code span", "Use ``a ` list[1]`` here."],
    ["a code block", "Before\n```js\nconst a = b[1];\n```\nafter"],
    ["a code block that is still open", "Before\n~~~\nb[1]"],
    ["a link", "See [1](https://a.example)."],
    ["a link definition", "[1]: https://a.example"],
  ])("leaves out %s", (_name, text) => {
    expect(findCitedNumbers(text, () => true)).toEqual([]);
  });

  it("goes on after a code block", () => {
    expect(findCitedNumbers("```\na[1]\n```\nIt holds [2].", () => true)).toEqual([2]);
  });
});
