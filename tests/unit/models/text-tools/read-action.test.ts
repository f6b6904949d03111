import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readAction, type Reading } from "@/lib/models/text-tools/read-action";
import type { TextTool } from "@/lib/models/text-tools/action-shapes";

type Expected = { calls: { tool: string; input: unknown }[] } | { answer: string } | { unreadable: true };
type Fixture = { class: string; set: string; cases: { output: string; expected: Expected }[] };

const folder = new URL("../../../fixtures/malformed/", import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name): Fixture => JSON.parse(readFileSync(new URL(name, folder), "utf8")));

const tools: TextTool[] = [
  { name: "web_search", primary: { key: "query", isList: false } },
  { name: "web_fetch", primary: { key: "urls", isList: true } },
  { name: "memory_retrieve", primary: { key: "searchTerms", isList: true } },
  { name: "memory_save", primary: { key: "facts", isList: true } },
  { name: "image_generate", primary: { key: "description", isList: false } },
  { name: "recall_details", primary: { key: "resultId", isList: false } },
  { name: "get_current_time", primary: { key: "timezone", isList: false } },
  { name: "calculate", primary: { key: "expression", isList: false } },
];

function toExpected(reading: Reading, output: string): Expected {
  switch (reading.kind) {
    case "calls":
      return { calls: reading.calls };
    case "answer":
      return { answer: reading.text.trim() };
    case "plain":
      return { answer: output.trim() };
    case "unreadable":
      return { unreadable: true };
  }
}

function countRight({ cases }: Fixture): number {
  return cases.filter(({ output, expected }) => JSON.stringify(toExpected(readAction(output, tools), output)) === JSON.stringify(expected))
    .length;
}

describe.each(["first", "second", "third", "unseen"])("the %s set of malformed outputs", (set) => {
  const ofSet = fixtures.filter((fixture) => fixture.set === set);

  it("has at least 100 outputs", () => {
    expect(ofSet.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(100);
  });

  it("is read as intended in at least 95 of 100", () => {
    const counts = ofSet.map((fixture) => ({ class: fixture.class, right: countRight(fixture), of: fixture.cases.length }));
    const right = counts.reduce((sum, count) => sum + count.right, 0);
    const all = counts.reduce((sum, count) => sum + count.of, 0);
    console.info(`malformed outputs, ${set} set: ${right} of ${all}; ${counts.map((c) => `${c.class} ${c.right}/${c.of}`).join(", ")}`);
    expect(right / all).toBeGreaterThanOrEqual(0.95);
  });
});
