import type { JSONSchema7, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createTextReading } from "@/lib/models/text-reader";
import { createCallReader } from "@/lib/models/text-tools/call-reader";

const schema: JSONSchema7 = { properties: { query: { type: "string" } }, required: ["query"] };
const tools = [{ name: "web_search", schema, primary: { key: "query", isList: false } }];

const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
};

/** What comes of texts, each a part of its own, with tools on offer or without. */
function readTexts(texts: readonly string[], hasTools: boolean): LanguageModelV4StreamPart[] {
  const reader = createTextReading()(hasTools ? () => createCallReader(tools) : null);
  const parts = texts.flatMap((delta, index): LanguageModelV4StreamPart[] => [
    { type: "text-start", id: `${index}` },
    { type: "text-delta", id: `${index}`, delta },
    { type: "text-end", id: `${index}` },
  ]);
  return [...parts, finish].flatMap(reader.read);
}

describe.each([true, false])("texts of a model, with tools on offer: %s", (hasTools) => {
  it.each([[["One.", "\n\n", "Two."]], [["One.", "\n", "\n", "Two."]], [["\n\n", "1 < ", "2"]]])(
    "keep the blanks of one that holds nothing else: %j",
    (texts) => {
      const read = readTexts(texts, hasTools);
      expect(read.map((part) => (part.type === "text-delta" ? part.delta : "")).join("")).toBe(
        texts.join(""),
      );
    },
  );
});

describe("a call in a text whose input stands in a schema's fields", () => {
  const toCalls = (query: unknown) => {
    const parameters = { type: "object", properties: { query }, required: ["query"] };
    const read = readTexts([JSON.stringify({ name: "web_search", parameters })], true);
    return read.flatMap((part) => (part.type === "tool-call" ? [part.input] : []));
  };

  it("is one with values in place of types, and none with types", () => {
    expect([toCalls("boat paint"), toCalls({ type: "string" })]).toEqual([['{"query":"boat paint"}'], []]);
  });
});
