import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/i18n/load-messages";
import { defaultLocale, locales } from "@/i18n/locales";

type Words = { [key: string]: string | Words };

const words = new Map(
  await Promise.all(
    locales.map(async (locale) => [locale, flatten((await loadMessages(locale)) as Words)] as const),
  ),
);
const reference = getWords(defaultLocale);

describe.each(locales.filter((locale) => locale !== defaultLocale))("the words in %s", (locale) => {
  it("have the same keys as the default language", () => {
    expect([...getWords(locale).keys()].sort()).toEqual([...reference.keys()].sort());
  });

  it("fill in the same values", () => {
    const placeholders = (from: Map<string, string>) =>
      Object.fromEntries([...from].map(([key, text]) => [key, listPlaceholders(text)]));
    expect(placeholders(getWords(locale))).toEqual(placeholders(reference));
  });
});

describe.each(locales)("every message in %s", (locale) => {
  it("can be written with its values", async () => {
    const failed: string[] = [];
    const write = createTranslator({
      locale,
      messages: await loadMessages(locale),
      onError: (error) => failed.push(error.message),
    });
    const keys = [...getWords(locale)];
    for (const [key, text] of keys) {
      const values = Object.fromEntries(listPlaceholders(text).map((name) => [name, 2]));
      const tags = [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => [tag, (words: string) => words]);
      (write.markup as (key: string, values: object) => string)(key, {
        ...values,
        ...Object.fromEntries(tags),
      });
    }
    expect(failed).toEqual([]);
  });

  it("says something", () => {
    expect([...getWords(locale)].filter(([, text]) => text.trim() === "").map(([key]) => key)).toEqual([]);
  });
});

it("keeps no group of words that no page names", () => {
  const sources = ["app", "components", "lib/features"]
    .flatMap(listSources)
    .map((path) => readFileSync(path, "utf8"));
  const all = sources.join("\n");
  const groups = [...new Set([...reference.keys()].map((key) => key.split(".")[1] ?? key))];
  expect(groups.filter((group) => !new RegExp(`["'\`.]${group}["'\`.]|\\b${group}:`).test(all))).toEqual([]);
});

function getWords(locale: (typeof locales)[number]): Map<string, string> {
  return words.get(locale) ?? new Map();
}

function flatten(node: Words, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** The names of the values that a message takes, also inside the arms of a plural, which are messages themselves. */
function listPlaceholders(text: string): string[] {
  const names = new Set<string>();
  collectPlaceholders(text, names, 0, false);
  return [...names].sort();
}

/** Reads from `start` to the brace that closes it, and answers with that brace's place. */
function collectPlaceholders(
  text: string,
  names: Set<string>,
  start: number,
  isBetweenArms: boolean,
): number {
  let at = start;
  for (; at < text.length && text[at] !== "}"; at += 1) {
    if (text[at] !== "{") continue;
    if (isBetweenArms) {
      at = collectPlaceholders(text, names, at + 1, false);
      continue;
    }
    const [head = "", name = ""] = /^\{\s*(\w+)\s*/.exec(text.slice(at)) ?? [];
    names.add(name);
    at = collectPlaceholders(text, names, at + Math.max(head.length, 1), true);
  }
  return at;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}
