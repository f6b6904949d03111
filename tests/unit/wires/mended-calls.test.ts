import { describe, expect, it, onTestFinished } from "vitest";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { openProduct } from "@/tests/support/wire/product";
import { gemini, vendors } from "@/tests/support/wire/vendors";

const names = [
  "calculate",
  "functions.calculate",
  " calculate ",
  "calculate<|channel|>commentary",
  "Calculate",
];
const six = { expression: "6*7" };
const inputs = [
  '{"expression": "6*7",}',
  "{'expression': '6*7'}",
  '```json\n{"expression": "6*7"}\n```',
  JSON.stringify('{"expression": "6*7"}'),
  '{"expression": "6*7"}{"expression": "6*7"}',
  '{}{"expression": "6*7"}',
  '{"expression": "6*7"',
  '[{"expression": "6*7"}]',
  '"6*7"',
  'expression="6*7"',
  'Here you are: {"expression": "6*7"}',
];
/** What the schema of the tool leaves no doubt about. */
const shapes: unknown[] = [
  { parameters: six },
  { params: { input: six } },
  { kwargs: JSON.stringify(six) },
  { name: "calculate", arguments: six },
  { type: "object", properties: six },
  { Expression: "6*7" },
  { expression: ["6*7"] },
  ...[null, "", "None", []].map((file) => ({ ...six, file })),
];

describe.each(vendors)("a call over the wire of $name", (vendor) => {
  async function ask(name: string, given: { rawInput: string } | { input: unknown }) {
    const product = await openProduct(
      vendor,
      ({ turn }) =>
        turn === 0
          ? { parts: [{ type: "tool", name, input: six, ...given }] }
          : { parts: [{ type: "text", chunks: ["It is 42."] }] },
      onTestFinished,
    );
    const { reply } = await product.ask("Compute six times seven, please.");
    return { reply, calls: product.calls().length };
  }

  const right = { type: "tool-calculate", input: { expression: "6*7" }, output: { ok: true } };

  it.each(names)("by the name %j is made", async (name) => {
    const { reply, calls } = await ask(name, { input: six });
    expect(toolParts(reply)).toMatchObject([right]);
    expect([textOf(reply), calls]).toEqual(["It is 42.", 2]);
  });

  // Gemini's arguments are an object, which cannot be written wrongly.
  it.each(vendor === gemini ? [] : inputs)("with the input %j is made", async (rawInput) => {
    const { reply, calls } = await ask("calculate", { rawInput });
    expect(toolParts(reply)).toMatchObject([right]);
    expect([textOf(reply), calls]).toEqual(["It is 42.", 2]);
  });

  it.each(shapes)("with the input %j fits its tool", async (input) => {
    const { reply, calls } = await ask("calculate", { input });
    expect(toolParts(reply)).toMatchObject([{ ...right, input: six }]);
    expect(toolParts(reply)[0]).not.toHaveProperty("input.file");
    expect([textOf(reply), calls]).toEqual(["It is 42.", 2]);
  });

  it.each([{ expression: { text: "6*7" } }, { one: six, other: { expression: "1+1" } }, { words: "6*7" }])(
    "with the input %j, of which nobody could say what is meant, is left to the model",
    async (input) => {
      const { reply } = await ask("calculate", { input });
      expect(JSON.stringify(toolParts(reply))).not.toContain("6*7 = 42");
    },
  );

  it.each(vendor === gemini ? [] : ['{"expression": "6*', "{"])(
    "with the input %j is not made up",
    async (rawInput) => {
      const { reply } = await ask("calculate", { rawInput });
      expect(JSON.stringify(toolParts(reply))).not.toContain('"ok":true');
    },
  );
});
