import { describe, expect, it } from "vitest";
import { createCitationFilter } from "@/lib/engine/turn/citation-filter";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import { createRandom, toRandomMarkdown } from "@/tests/unit/components/markdown/random-markdown";

const known = new Set([1, 2, 3]);

function filter(text: string, size: number) {
  const made = createCitationFilter((number) => known.has(number));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
  const shown = pieces.map(made.push);
  return { text: [...shown, made.end()].join(""), unknown: made.listUnknown(), shown };
}

/** Blanks between two marks do not matter. */
const toComparable = (text: string) => text.replace(/ (?=\[)/g, "");

describe.each([1, 2, 5, 1000])("a text that comes in pieces of %i characters", (size) => {
  it.each([
    ["It is so [1].", "It is so [1].", []],
    ["It is so [7].", "It is so.", [7]],
    ["Both [1, 7] and [7][2].", "Both [1, 7] and[2].", [7]],
    ["End [9]", "End", [9]],
    ["Of 3.1 [7] . About", "Of 3.1. About", [7]],
    ["Of 3.1\u00a0[7], so [9] .", "Of 3.1, so.", [7, 9]],
    ["都说[1，3]。也有[9]。", "都说[1，3]。也有。", [9]],
    ["标题\n【9】步骤。都说【1】", "标题\n【9】步骤。都说[1]", []],
    ["Other brackets 【2†source】 and 【9†source】.", "Other brackets [2] and.", [9]],
    ["In [2019] it was.", "In [2019] it was.", []],
    [
      "See [9](https://a.example) and [x] and [ ] done.",
      "See [9](https://a.example) and [x] and [ ] done.",
      [],
    ],
    ["[9]: https://a.example", "[9]: https://a.example", []],
    ["As [9]: it rained.", "As [9]: it rained.", []],
    ["Use `a[9]` here [9].", "Use `a[9]` here.", [9]],
    ["A ` alone [9]\nnext [1]", "A ` alone [9]\nnext [1]", []],
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
    ["US$5 [9]–$10 and $5 [9]", "US$5–$10 and $5", [9]],
    ["A $formula that never ends [9]\nnext [1]", "A $formula that never ends [9]\nnext [1]", []],
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
    ["Then a[m1] = 2. Tea [m1].", "Then a[m1] = 2. Tea.", [1]],
  ] as [string, string, number[]][])("turns %j into %j", (text, expected, facts) => {
    const made = createCitationFilter((number) => known.has(number), 3);
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
    const shown = [...pieces.map(made.push), made.end()].join("");
    expect(shown.trim()).toBe(expected);
    expect(made.listFacts()).toEqual(facts);
  });
});

it("leaves what looks like the ids of facts alone where none were given", () => {
  expect(filter("See [m1] and [m2, m3].", 2).text).toBe("See [m1] and [m2, m3].");
});

it("takes the blank before a mark out with it", () => {
  expect(filter("It is so [7].", 1000).text).toBe("It is so.");
});

it("leaves every bracket alone where there is no source", () => {
  const made = createCitationFilter(null, 3);
  const text = "Press [1] to go on [9], 【1】 and 【9†source】.";
  expect(made.push(text) + made.end()).toBe(text);
});

it("holds back the number of no source and the blank before it, and nothing else", () => {
  const made = createCitationFilter((number) => known.has(number));
  expect(["One ", "two", " [1]", " [9]", " three four"].map(made.push)).toEqual([
    "One",
    " two",
    " [1]",
    "",
    " three four",
  ]);
});

/** Brackets of every kind, in which a known number stands too. */
const written = [
  "The matrix is [[1, 2], [3, 4]]; x[1] = 5.",
  "In Python, `m[1]` is a row, and m[1][9] is a number.",
  "const a = [1]; const b = [1,2,9]; return list[9];",
  "for (const x of [9, 8]) print(a[9], f(x)[9], word[9] ?? 1)",
  "Der Eintrag liste[9] ist der zweite, und liste[9]. Auch список[9] здесь.",
  "数组 a[9] 是第二个元素，区间[1, 9]，向量（[9]）。",
  "The interval [0, 1] and the vector [1, 9], the set [9; 8] and [1, 9).",
  "References:\n[9] Smith, 2020. Title.\n- [9] Doe, 2021.\n> [9] Roe.\n\n1. [9] Moe",
  "Footnote text[^9].\n\n[^9]: the note\n\n[9]: https://a.example",
  "See [page [9] of it](https://a.example), [9](https://a.example), [text][9] and ![9](/a.png).",
  "- [ ] a task\n- [x] done\n  ```\n  a [9]\n  ```\n- on",
  "| a | b |\n|---|---|\n| x[9] | [9] |",
  "Text\n\n    indented = code [9]\n\nText",
  "~~~\nfence [9]\n~~~\n``two `[9]` ticks [9]``",
  "$x [9]$, $$\n[9]\n$$, \\(a [9]\\), \\[b [9]\\] and \\[9\\]",
  "Press [1] to go on, [9] to stop. Choose: [9].",
  "In [2019] it was [007] or [12345].",
  'y = [9] + [8], [9] => 1, 2 * [9], [9].map(f), {a: [9]}, "b":[9]',
  "[a [9] b]: said [sic [9]]",
  'Read [the page](https://a.example/a[9].html "Chapter [9]") first.',
  "步骤：\n【1】检查插头\n【9】打开后盖\n【3】更换保险丝",
];

describe.each([1, 3, 1000])("what is no citation, in pieces of %i characters", (size) => {
  it.each(written)("comes through letter by letter: %j", (text) => {
    expect(filter(text, size)).toMatchObject({ text, unknown: [] });
  });
});

it("takes out of any text nothing but marks, however it is split", () => {
  const random = createRandom(11);
  const pick = <ITEM>(list: readonly ITEM[]): ITEM => list[Math.floor(random() * list.length)] as ITEM;
  const pieces = [
    ...written,
    "So [1].",
    "It is so [9].",
    "Fine.[9] 都说[9]。",
    " [1][9]",
    "\n",
    "\n\n",
    "`",
    "[",
    "$",
  ];
  const isTaken = (number: number) => number === 9 || number === 8;
  for (let round = 0; round < 200; round++) {
    const text =
      toRandomMarkdown(random).slice(0, 300) + Array.from({ length: 5 }, () => pick(pieces)).join("");
    const whole = filter(text, text.length + 1);
    expect(filter(text, 1 + Math.floor(random() * 7)).text, text).toBe(whole.text);
    const marks = listMarks(text).filter(
      ({ numbers: [first = 0, ...more] }) => more.length === 0 && isTaken(first),
    );
    const rest = marks.reduceRight((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), text);
    expect(isWithin(toLetters(rest), toLetters(whole.text)), text).toBe(true);
    expect(isWithin(toLetters(whole.text), toLetters(text)), text).toBe(true);
  }
});

const toLetters = (text: string) => text.replace(/[ \t]/g, "");

/** Whether one text is the other without some of its characters. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at >= part.length;
}

it("holds back no more than it must", () => {
  const { shown } = filter("A sentence without anything to hold back, word after word.", 8);
  expect(shown.slice(0, 3).join("").length).toBeGreaterThan(20);
  const made = createCitationFilter(() => false);
  expect(made.push(`[${"1, ".repeat(200)}`).length).toBeGreaterThan(0);
});
