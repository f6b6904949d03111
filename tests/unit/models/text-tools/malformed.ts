import { readdirSync, readFileSync } from "node:fs";
import type { TextTool } from "@/lib/models/text-tools/action-shapes";

export type Expected =
  { calls: { tool: string; input: unknown }[] } | { answer: string } | { unreadable: true };
export type MalformedSet = { class: string; set: string; cases: { output: string; expected: Expected }[] };

export const setNames = ["first", "second", "third", "unseen"];

const folder = new URL("../../../fixtures/malformed/", import.meta.url);

export function listMalformed(set: string): MalformedSet[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${set}-`))
    .map((name): MalformedSet => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
}

/** How many outputs of each class `read` reads as intended, and a line that says so. */
export function countRight(
  set: string,
  read: (output: string) => Expected,
): { right: number; all: number; report: string } {
  const counts = listMalformed(set).map(({ class: name, cases }) => ({
    name,
    right: cases.filter(({ output, expected }) => JSON.stringify(read(output)) === JSON.stringify(expected))
      .length,
    of: cases.length,
  }));
  const right = counts.reduce((sum, count) => sum + count.right, 0);
  const all = counts.reduce((sum, count) => sum + count.of, 0);
  return {
    right,
    all,
    report: `${right} of ${all}; ${counts.map((count) => `${count.name} ${count.right}/${count.of}`).join(", ")}`,
  };
}

export const malformedTools: TextTool[] = [
  { name: "web_search", primary: { key: "query", isList: false } },
  { name: "web_fetch", primary: { key: "urls", isList: true } },
  { name: "memory_retrieve", primary: { key: "searchTerms", isList: true } },
  { name: "memory_save", primary: { key: "facts", isList: true } },
  { name: "image_generate", primary: { key: "description", isList: false } },
  { name: "recall_details", primary: { key: "resultId", isList: false } },
  { name: "get_current_time", primary: { key: "timezone", isList: false } },
  { name: "calculate", primary: { key: "expression", isList: false } },
];
