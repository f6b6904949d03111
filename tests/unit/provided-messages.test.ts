import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSources, resolveImport } from "@/tests/support/source-graph";

const sources = new Map(
  readSources(process.cwd(), ["app", "components", "lib/client"]).map((file) => [file.path, file]),
);
const pages = [...sources.keys()].filter((path) => path.startsWith("app/") && path.endsWith("/page.tsx"));
const read = (path: string): string => readFileSync(path, "utf8");

/** The groups of words that the client components of a page name, each with a file that does, and all its files. */
function listNamed(page: string) {
  const named = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (path: string, isAbove: boolean): void => {
    const isClient = isAbove || /^"use client"/m.test(read(path));
    if (seen.has(`${path} ${isClient}`)) return;
    seen.add(`${path} ${isClient}`);
    if (isClient)
      for (const [, group = ""] of read(path).matchAll(/useTranslations\("([^".]+)/g)) named.set(group, path);
    for (const { specifier, isTypeOnly } of sources.get(path)?.imports ?? []) {
      const target = isTypeOnly ? null : resolveImport(path, specifier);
      const found = [`${target}.tsx`, `${target}.ts`].find((each) => sources.has(each));
      if (found !== undefined) visit(found, isClient);
    }
  };
  visit(page, false);
  return { named, isReached: (path: string) => seen.has(`${path} true`) };
}

/** The groups that a page's own parts load by themselves. */
const laterWords = [...read("i18n/answer-words.ts").matchAll(/(\w+): \(await import/g)].map(
  ([, group = ""]) => group,
);

/** The groups that the provider nearest to a page hands on: those of one further out do not count. */
function listProvided(page: string): string[] {
  for (let folder = dirname(page); folder !== "."; folder = dirname(folder))
    for (const path of [join(folder, "page.tsx"), join(folder, "layout.tsx")]) {
      const text = existsSync(path) && (path === page || path.endsWith("layout.tsx")) ? read(path) : "";
      const given = /messages=\{\{([\s\S]*?)\}\}>/.exec(text)?.[1];
      const framed = /namespaces=\{\[([^\]]*)\]\}/.exec(text)?.[1];
      if (given !== undefined) return given.match(/\w+/g) ?? [];
      if (framed !== undefined) return ["common", "errors", "shell", ...(framed.match(/\w+/g) ?? [])];
    }
  return [];
}

describe("the words that a page hands to the browser", () => {
  it.each(pages)("are all that %s names", (page) => {
    const { named, isReached } = listNamed(page);
    const later = isReached("components/chat/with-words.tsx") ? laterWords : [];
    const provided = [...listProvided(page), ...later];
    expect([...named].filter(([group]) => !provided.includes(group))).toEqual([]);
  });
});
