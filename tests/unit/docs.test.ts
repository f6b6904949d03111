import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const documents = ["README.md", "CONTRIBUTING.md", ...inDocs.map((name) => join("docs", name))];
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Links and pictures, without those that lead out or to a heading of the same page. */
const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;
const command = /\bnpm run ([\w:-]+)|\bnpm (start|test)\b/g;
/** What the bench writes into `.work` is there only after it ran. */
const file = /(?<![\w/.-])(?:app|components|i18n|lib|messages|scripts|tests|docs)\/[\w./()[\]-]+\.(?:tsx?|mjs|json|md)\b/g;

describe.each(documents)("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8");

  it("links to what is there", () => {
    expect(findAll(text, link).filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  it("names commands that exist", () => {
    expect(findAll(text, command).filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names files that exist", () => {
    const named = findAll(text, file).filter((name) => !name.includes("/.work/"));
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

/** What the first group that matched holds, or the whole match where there is no group. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([whole, ...groups]) => groups.find((group) => group !== undefined) ?? whole);
}
