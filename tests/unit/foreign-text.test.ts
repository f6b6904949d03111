import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { exceptions, foreignText } from "@/tests/fixtures/foreign-text";
import { readSources } from "@/tests/support/source-graph";

describe("H3, M4: text of strangers and of people", () => {
  it("is met only by functions that stand on the list, or beside it with a reason", () => {
    const sources = readSources(resolve(import.meta.dirname, "../.."), ["lib", "components"]);
    const missing = sources.flatMap(({ path, textFunctions, hasOpenPattern }) => {
      const file = path.replace(/\.tsx?$/, "");
      const isExcepted = (name: string) =>
        Object.keys(exceptions).some((key) => `${name}/`.startsWith(`${key}/`) || name.startsWith(`${key} `));
      const listed = foreignText[file];
      if (listed === undefined && hasOpenPattern && !isExcepted(file)) return [file];
      return textFunctions
        .filter((name) => listed?.[name] === undefined)
        .map((name) => `${file} ${name}`)
        .filter((name) => !isExcepted(name));
    });
    expect(missing).toEqual([]);
  });
});
