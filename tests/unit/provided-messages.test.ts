import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import answer from "@/messages/en/answer.json";
import { readSources, resolveImport } from "@/tests/support/source-graph";

const sources = new Map(
  readSources(process.cwd(), ["app", "components", "lib/client"]).map((file) => [file.path, file]),
);
const pages = [...sources.keys()].filter((path) => path.startsWith("app/") && path.endsWith("/page.tsx"));
const read = (path: string): string => readFileSync(path, "utf8");

/** The groups of words that the client components of a page name, with the files that do. */
function listNamed(page: string): { group: string; path: string }[] {
  const named: { group: string; path: string }[] = [];
  const seen = new Set<string>();
  const visit = (path: string, isAbove: boolean): void => {
    const isClient = isAbove || /^"use client"/m.test(read(path));
    if (seen.has(`${path} ${isClient}`)) return;
    seen.add(`${path} ${isClient}`);
    if (isClient)
      for (const [, group = ""] of read(path).matchAll(/useTranslations\("([^".]+)/g))
        named.push({ group, path });
    for (const { specifier, isTypeOnly } of sources.get(path)?.imports ?? []) {
      const target = isTypeOnly ? null : resolveImport(path, specifier);
      const found = [`${target}.tsx`, `${target}.ts`].find((each) => sources.has(each));
      if (found !== undefined) visit(found, isClient);
    }
  };
  visit(page, false);
  return named;
}

/** What is drawn with an answer only has the words that come with one; nothing else has them. */
const ofAnswers =
  /^components\/(evidence|markdown|tools|plans|chat\/(message|queue|approvals|plan|trail|work|announcers))/;
const laterWords = [...read("i18n/answer-words.ts").matchAll(/(\w+): \(await import/g)].map(
  ([, group = ""]) => group,
);

/** The groups that the provider nearest to a page hands on: those of one further out do not count. */
function listProvided(page: string): string[] {
  for (let folder = dirname(page); folder !== "."; folder = dirname(folder))
    for (const path of [join(folder, "page.tsx"), join(folder, "layout.tsx")]) {
      const text = existsSync(path) && (path === page || path.endsWith("layout.tsx")) ? read(path) : "";
      const given = /messages=\{\{([\s\S]*?)\}\}\s*>/.exec(text)?.[1];
      const framed = /namespaces=\{\[([^\]]*)\]\}/.exec(text)?.[1];
      if (given !== undefined) return given.match(/\w+/g) ?? [];
      if (framed !== undefined) return ["common", "errors", "shell", ...(framed.match(/\w+/g) ?? [])];
    }
  return [];
}

/** The pages whose answers bring their words. */
const chats = ["app/(chat)/page.tsx", "app/(chat)/c/[id]/page.tsx"];

describe("the words that a page hands to the browser", () => {
  it("hold all that is drawn before there is an answer", () => {
    const early = ["home", "sample-check", "early-list", "composer/composer"];
    const named = early.flatMap((name) => listNamed(`components/chat/${name}.tsx`));
    expect(named.filter(({ group }) => laterWords.includes(group))).toEqual([]);
    const files = [...new Set(named.map(({ path }) => path))].filter((path) => !ofAnswers.test(path));
    const late = [...Object.keys(answer.chat), ...Object.keys(answer.plans)].join("|");
    const whole = new RegExp(`"(?:chat|plans)\\.(?:${late})[."]`);
    const said = new RegExp(`useTranslations\\("(?:chat|plans)"\\)[^]*\\(["\`](?:${late})[."\`]`);
    expect(files.filter((path) => whole.test(read(path)) || said.test(read(path)))).toEqual([]);
  });

  it.each(pages)("are all that %s names", (page) => {
    const provided = listProvided(page);
    const isLate = chats.includes(page);
    const isGiven = ({ group, path }: { group: string; path: string }) =>
      provided.includes(group) || (isLate && ofAnswers.test(path) && laterWords.includes(group));
    expect(listNamed(page).filter((one) => !isGiven(one))).toEqual([]);
  });
});
