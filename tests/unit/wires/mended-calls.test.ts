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
];

describe.each(vendors)("a call over the wire of $name", (vendor) => {
  async function ask(name: string, rawInput: string) {
    const product = await openProduct(
      vendor,
      ({ turn }) =>
        turn === 0
          ? { parts: [{ type: "tool", name, input: { expression: "6*7" }, rawInput }] }
          : { parts: [{ type: "text", chunks: ["It is 42."] }] },
      onTestFinished,
    );
    const { reply } = await product.ask("Compute six times seven, please.");
    return { reply, calls: product.calls().length };
  }

  const right = { type: "tool-calculate", input: { expression: "6*7" }, output: { ok: true } };

  it.each(names)("by the name %j is made", async (name) => {
    const { reply, calls } = await ask(name, '{"expression": "6*7"}');
    expect(toolParts(reply)).toMatchObject([right]);
    expect([textOf(reply), calls]).toEqual(["It is 42.", 2]);
  });

  // Gemini's arguments are an object, which cannot be written wrongly.
  it.each(vendor === gemini ? [] : inputs)("with the input %j is made", async (rawInput) => {
    const { reply, calls } = await ask("calculate", rawInput);
    expect(toolParts(reply)).toMatchObject([right]);
    expect([textOf(reply), calls]).toEqual(["It is 42.", 2]);
  });

  it.each(vendor === gemini ? [] : ['{"expression": "6*', "{"])(
    "with the input %j is not made up",
    async (rawInput) => {
      const { reply } = await ask("calculate", rawInput);
      expect(JSON.stringify(toolParts(reply))).not.toContain('"ok":true');
    },
  );
});
