import { describe, expect, it } from "vitest";
import { createThoughtReader } from "@/lib/models/thought-reader";
import { createRandom } from "@/tests/unit/components/markdown/random-markdown";

/** What a reader of the stream holds at its end: the text, and what was thought. */
function read(pieces: readonly string[], { startsAsThought = false, isCut = false } = {}) {
  const reader = createThoughtReader(startsAsThought);
  let [text, thought] = ["", ""];
  for (const piece of [...pieces.flatMap(reader.push), ...reader.end(isCut)]) {
    if (piece.kind === "withdraw") [thought, text] = [thought + text, ""];
    else if (piece.kind === "text") text += piece.text;
    else thought += piece.text;
  }
  return { text: text.trim(), thought: thought.trim(), hasLoneEnd: reader.hasLoneEnd() };
}

const toPieces = (text: string, size: number) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];

const separate: [name: string, output: string, text: string, thought: string][] = [
  ["a thought before the answer", "<think>I add.</think>\n\nIt is 42.", "It is 42.", "I add."],
  ["blanks before the mark", "\n <think>\nI add.\n</think>\n\nIt is 42.", "It is 42.", "I add."],
  ["capitals in the mark", "<Think>I add.</Think>It is 42.", "It is 42.", "I add."],
  ["an empty thought", "<think>\n\n</think>\n\nIt is 42.", "It is 42.", ""],
  ["a thought without a beginning", "I add.\n</think>\n\nIt is 42.", "It is 42.", "I add."],
  ["a thought without a beginning, attached", "I add.</think>It is 42.", "It is 42.", "I add."],
  ["a thought without an end", "<think>I add and", "", "I add and"],
  ["a mark that is written twice", "<think>\n<think>\nI add.\n</think>\nIt is 42.", "It is 42.", "I add."],
  ["a thought in a thought", "<think>a<think>b</think>c</think>It is 42.", "It is 42.", "a<think>bc"],
  ["a thought between two texts", "First.\n<think>\nHm.\n</think>\nThen.", "First.\nThen.", "Hm."],
  [
    "a mark in a thought's code",
    "<think>He means `</think>` here.</think>Yes.",
    "Yes.",
    "He means `</think>` here.",
  ],
  ["Magistral's marks", "[THINK]I add.[/THINK]It is 42.", "It is 42.", "I add."],
  ["Kimi's marks", "◁think▷I add.◁/think▷It is 42.", "It is 42.", "I add."],
  ["Seed's marks", "<seed:think>I add.</seed:think>It is 42.", "It is 42.", "I add."],
  [
    "Harmony's channels",
    "<|channel|>analysis<|message|>I add.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.<|return|>",
    "It is 42.",
    "I add.",
  ],
  ["Harmony without thought", "<|channel|>final<|message|>It is 42.", "It is 42.", ""],
  [
    "Harmony that begins as answer",
    "I add.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.",
    "It is 42.",
    "I add.",
  ],
];

const texts = [
  "Write `<think>` and `</think>` around it, like\n```html\n<think>a</think>\n```\nDone.",
  "The tags <think> and </think> stand around a thought.",
  "A thought ends with </think>, as you see.",
  "End it with \"</think>\" or '</think>'.",
  "a < b, [think] of x[t] < y, <b>bold</b> and <thinker>.",
  "```\n</think>\n```\nfor x",
  "Harmony writes `<|channel|>final<|message|>` first.",
  "  indented, and\n\n  blanks stay  ",
  "<",
  "</thi",
];

describe.each([1, 2, 7, 10_000])("an output in pieces of %i", (size) => {
  it.each(separate)("is told apart: %s", (_name, output, text, thought) => {
    expect(read(toPieces(output, size))).toMatchObject({ text, thought });
  });

  it.each(texts)("comes through letter by letter: %j", (text) => {
    const reader = createThoughtReader(false);
    const pieces = [...toPieces(text, size).flatMap(reader.push), ...reader.end(false)];
    expect(pieces.map((piece) => (piece.kind === "text" ? piece.text : `(${piece.kind})`)).join("")).toBe(
      text,
    );
  });
});

it("tells a model that leaves out where its thoughts begin from one that does not", () => {
  expect(read(["I add.\n</think>\nIt is 42."]).hasLoneEnd).toBe(true);
  expect(read(["<think>a<think>b</think>c</think>It is 42."]).hasLoneEnd).toBe(false);
  expect(read(["It is 42."]).hasLoneEnd).toBe(false);
});

describe("a model that is known to leave it out", () => {
  const known = { startsAsThought: true };

  it("begins with a thought, and never shows it as the answer", () => {
    const reader = createThoughtReader(true);
    expect(reader.push("I add.")).toEqual([{ kind: "thought", text: "I add." }]);
    expect(read(["I add.", "</think>", "It is 42."], known)).toMatchObject({
      text: "It is 42.",
      thought: "I add.",
    });
  });

  it("may write both marks after all", () => {
    expect(read(["<think>I add.</think>It is 42."], known)).toEqual({
      text: "It is 42.",
      thought: "I add.",
      hasLoneEnd: false,
    });
  });

  it("has answered when it ends without a mark, unless it was cut off", () => {
    expect(read(["It is 42."], known).text).toBe("It is 42.");
    expect(read(["I add and"], { ...known, isCut: true }).text).toBe("");
  });
});

it("comes to the same, however the output is split", () => {
  const random = createRandom(7);
  const pieces = [...separate.map(([, output]) => output), ...texts, "\n", "\n\n", " ", "word. "];
  for (let round = 0; round < 300; round++) {
    const output = Array.from({ length: 4 }, () => pieces[Math.floor(random() * pieces.length)] ?? "").join(
      "",
    );
    const split: string[] = [];
    for (let at = 0; at < output.length;) {
      const length = 1 + Math.floor(random() * 9);
      split.push(output.slice(at, at + length));
      at += length;
    }
    expect(read(split), output).toEqual(read([output]));
  }
});

it("holds nothing back where no mark can begin", () => {
  const reader = createThoughtReader(false);
  expect(reader.push("Hello ")).toEqual([{ kind: "text", text: "Hello " }]);
  expect(reader.push("a < b")).toEqual([{ kind: "text", text: "a < b" }]);
});
