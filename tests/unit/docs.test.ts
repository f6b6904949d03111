import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { envSchema } from "@/lib/env";

const root = resolve(import.meta.dirname, "../..");
const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
const documents = ["README.md", "CONTRIBUTING.md", ...inDocs.map((name) => join("docs", name))];
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Links and pictures, without those that lead out or to a heading of the same page. */
const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;
const heading = /\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g;
const command = /\bnpm run ([\w:-]+)|\bnpm (start|test)\b/g;
/** What the bench writes into `.work` is there only after it ran. */
const file =
  /(?<![\w/.-])(?:app|components|i18n|lib|messages|scripts|tests|docs)\/[\w./()[\]-]+\.(?:tsx?|mjs|json|md)\b/g;

describe.each(documents)("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8");

  it("links to what is there", () => {
    expect(findAll(text, link).filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual(
      [],
    );
  });

  it("links to headings that are there", () => {
    const targets = [...text.matchAll(heading)].map(([, file = "", name = ""]) => ({
      file: file === "" ? path : join(dirname(path), file),
      name,
    }));
    expect(targets.filter(({ file, name }) => !listAnchors(file).includes(name))).toEqual([]);
  });

  it("names commands that exist", () => {
    expect(findAll(text, command).filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names files that exist", () => {
    const named = findAll(text, file).filter((name) => !name.includes("/.work/"));
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

describe("the table of variables", () => {
  it("names every variable that the product reads, and no other", () => {
    const text = readFileSync(join(root, "docs/configuration.md"), "utf8");
    const [, section = ""] = text.split("\n## Variables\n");
    const names = listRows(section).flatMap(([variables = ""]) => listCode(variables));
    expect(names.toSorted()).toEqual(Object.keys(envSchema.shape).toSorted());
  });
});

/** As GitHub names the headings of a page. */
function listAnchors(file: string): string[] {
  const headings = findAll(readFileSync(join(root, file), "utf8"), /^#+ (.+)$/gm);
  return headings.map((words) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

/** The cells of the first table of a section, without its head. */
function listRows(section: string): string[][] {
  const lines = section.split("\n").slice(section.split("\n").findIndex((line) => line.startsWith("|")));
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(2, end).map((line) => line.split("|").slice(1, -1));
}

function listCode(cell: string): string[] {
  return findAll(cell, /`([^`]+)`/g);
}

/** What the first group that matched holds, or the whole match where there is no group. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(
    ([whole, ...groups]) => groups.find((group) => group !== undefined) ?? whole,
  );
}
