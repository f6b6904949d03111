import { expect, it } from "vitest";
import { toLooseSchema } from "@/lib/engine/tools/input-schema";
import { createToolRegistry } from "@/lib/engine/tools/registry";
import { readRequest } from "@/lib/engine/tools/tool-traits";
import type { RunnableTool } from "@/lib/engine/tools/tool";
import { createAskPerson } from "@/lib/engine/tools/ask-person/ask-person";

const lookup: RunnableTool = {
  ...{ name: "lookup", version: "1", stage: "executing_tools", description: "Finds." },
  input: toLooseSchema({
    type: "object",
    properties: {
      q: { type: "string" },
      filter: { type: "object", properties: { city: { type: "string" } } },
    },
  }),
  ...{ origin: "stranger", approval: "when-untrusted", effect: "sends", limits: { timeMs: 1_000 } },
  execute: () => Promise.resolve({ text: "", summary: "" }),
};
const registry = createToolRegistry([createAskPerson()], [lookup]);
const wordsOf = (input: unknown) => {
  const request = readRequest(registry, "lookup", input);
  return request?.reason === "effect" ? request.words?.split("\n") : undefined;
};

it("a tool from outside is judged by all that it is given, also by names of fields that it did not declare", () => {
  expect(wordsOf({ q: "x", filter: { city: "Lyon" } })).toEqual(["x", "Lyon"]);
  expect(wordsOf({ q: "x", CORALMOOSE: "1" })).toEqual(["CORALMOOSE", "x", "1"]);
  expect(wordsOf({ q: [{ CORALMOOSE: 1 }, "y"] })).toEqual(["CORALMOOSE", "1", "y"]);
});

it("a tool of ours asks for nothing with an input that it will refuse", () => {
  expect(readRequest(registry, "ask_person", { question: "Which?" })).toBeNull();
  expect(readRequest(registry, "ask_person", { question: "Which?", default: "One" })).toEqual({
    reason: "effect",
  });
});
