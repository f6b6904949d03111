import { describe, expect, it } from "vitest";
import { createCitationFilter } from "@/lib/evidence/citation-filter";

const known = new Set([1, 2, 3]);

function filter(text: string, size: number) {
  const made = createCitationFilter((number) => known.has(number));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
  const shown = pieces.map(made.push);
  return { text: [...shown, made.end()].join(""), unknown: made.listUnknown(), shown };
}

/** A blank that was shown before its mark came stays; models write it with the mark. */
const toComparable = (text: string) => text.replace(/ (?=[.\n:[ ]|$)/g, "");

describe.each([1, 2, 5, 1000])("a text that comes in pieces of %i characters", (size) => {
  it.each([
    ["It is so [1].", "It is so [1].", []],
    ["It is so [7].", "It is so.", [7]],
    ["Both [1, 7] and [7][2].", "Both [1] and[2].", [7]],
    ["End [9]", "End", [9]],
    ["都说[1，8]。也有[9]。", "都说[1]。也有。", [8, 9]],
    ["Other brackets 【2†source】 and 【9†source】.", "Other brackets [2] and.", [9]],
    ["In [2019] it was.", "In [2019] it was.", []],
    [
      "See [9](https://a.example) and [x] and [ ] done.",
      "See [9](https://a.example) and [x] and [ ] done.",
      [],
    ],
    ["[9]: https://a.example", "[9]: https://a.example", []],
    ["As [9]: it rained.", "As: it rained.", [9]],
    ["Use `a[9]` here [9].", "Use `a[9]` here.", [9]],
    ["A ` alone [9]\nnext [1]", "A ` alone\nnext [1]", [9]],
    ["```js\na[9]\n```\nText [9].", "```js\na[9]\n```\nText.", [9]],
    ["~~~\na[9]\n```\nb[8]\n~~~\n[2]", "~~~\na[9]\n```\nb[8]\n~~~\n[2]", []],
    ["- [ ] task\n- [x] done [3]", "- [ ] task\n- [x] done [3]", []],
    ["Two  blanks   [1] stay", "Two  blanks   [1] stay", []],
    ["On the interval [0, 1] it grows.", "On the interval [0, 1] it grows.", []],
    ["So $x \\in [5, 10]$ holds [9].", "So $x \\in [5, 10]$ holds.", [9]],
    ["So \\(x \\in [5, 10]\\) holds [1].", "So \\(x \\in [5, 10]\\) holds [1].", []],
    ["$$\nA = [7, 8]\n$$\nText [9].", "$$\nA = [7, 8]\n$$\nText.", [9]],
    ["\\[\nA = [7, 8]\n\\]", "\\[\nA = [7, 8]\n\\]", []],
    ["It costs $5 [9] and then $6 [1].", "It costs $5 and then $6 [1].", [9]],
    ["US$5[9]–$10 and $ [9] alone $", "US$5–$10 and $ alone $", [9]],
    ["A $formula that never ends [9]\nnext [1]", "A $formula that never ends\nnext [1]", [9]],
    ["An \\* escaped [9] star \\", "An \\* escaped star \\", [9]],
    ["[", "[", []],
    ["[12", "[12", []],
    ["", "", []],
  ] as [string, string, number[]][])("turns %j into %j", (text, expected, unknown) => {
    const { text: shown, unknown: taken } = filter(text, size);
    expect({ text: toComparable(shown), unknown: taken }).toEqual({ text: toComparable(expected), unknown });
  });
});

describe.each([1, 2, 3, 5, 1000])("an answer that names facts, in pieces of %i characters", (size) => {
  it.each([
    ["You like tea. [m1]", "You like tea.", [1]],
    ["You like tea.\n\n[m1, m3]", "You like tea.", [1, 3]],
    ["[m2] You like tea [1].", "You like tea [1].", [2]],
    ["Tea [m1][m3].", "Tea.", [1, 3]],
    ["Tea [m:1,2]", "Tea", [1, 2]],
    ["Tea [m: m1; m2]", "Tea", [1, 2]],
    ["喜欢茶【m1、m2】", "喜欢茶", [1, 2]],
    ["Tea `[m1]`", "Tea", [1]],
    ["Tea [m9] and [m0]", "Tea and", []],
    ["Use `[m1` or [milk] or [m", "Use `[m1` or [milk] or [m", []],
    ["```js\na[m1]\n```\nTea [m1]", "```js\na[m1]\n```\nTea", [1]],
  ] as [string, string, number[]][])("turns %j into %j", (text, expected, facts) => {
    const made = createCitationFilter((number) => known.has(number), 3);
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
    const shown = [...pieces.map(made.push), made.end()].join("");
    expect(shown.replace(/ (?= |\.|$)/g, "").trim()).toBe(expected);
    expect(made.listFacts()).toEqual(facts);
  });
});

it("leaves what looks like the ids of facts alone where none were given", () => {
  expect(filter("See [m1] and [m2, m3].", 2).text).toBe("See [m1] and [m2, m3].");
});

it("takes the blank before a mark out with it", () => {
  expect(filter("It is so [7].", 1000).text).toBe("It is so.");
});

it("holds no blank back", () => {
  expect(createCitationFilter(() => true).push("One ")).toBe("One ");
});

it("holds back no more than it must", () => {
  const { shown } = filter("A sentence without anything to hold back, word after word.", 8);
  expect(shown.slice(0, 3).join("").length).toBeGreaterThan(20);
  const made = createCitationFilter(() => false);
  expect(made.push(`[${"1, ".repeat(200)}`).length).toBeGreaterThan(0);
});
