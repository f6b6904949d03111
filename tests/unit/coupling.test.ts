import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parseSource, readSources } from "@/tests/support/source-graph";
import { isSubject, listArrows, toPart, type Arrow } from "@/tests/support/subjects";

/**
 * How much parts of the product know of each other, an import counted once. These numbers may only fall:
 * whoever lowers one writes the new one here, and whoever raises one says why in the commit.
 */
const held = {
  engineToSubject: 10,
  wiringToSubject: 11,
  groundToSubject: 5,
  subjectToSubject: 53,
  subjectPairs: 26,
  screensToSubject: 37,
  filesThatNameTools: 5,
  standInByPrefix: 0,
  runHostPicks: 6,
  runHostMembers: 18,
  mostFoldersOfASubject: 3,
};
/** Which subject may use which others. */
const mayUse: Record<string, readonly string[]> = {
  accounts: ["quotas"],
  alerts: ["statistics"],
  basics: ["documents"],
  conversations: ["evidence"],
  doctor: ["accounts", "settings", "web"],
  documents: ["evidence"],
  laboratory: ["agents", "alerts", "evidence"],
  ratings: ["statistics", "telemetry"],
  recall: ["conversation-search", "documents", "memory"],
  reminders: ["alerts", "preferences"],
  settings: ["statistics", "web"],
  sharing: ["evidence"],
  statistics: ["evidence"],
  telemetry: ["traces", "web"],
  "temporary-chats": ["conversation-search"],
  workflows: ["evidence"],
};

const root = resolve(import.meta.dirname, "../..");
const sources = readSources(root, ["components", "lib"]);
const texts = new Map(sources.map(({ path }) => [path, readFileSync(join(root, path), "utf8")]));
const arrows = listArrows(sources);

describe("the parts of the product", () => {
  it("know no more of each other than before", () => {
    const now = {
      engineToSubject: listFrom("ENGINE").length,
      wiringToSubject: listFrom("WIRING").length,
      groundToSubject: listFrom("GROUND").length,
      subjectToSubject: listBetween().length,
      subjectPairs: listPairs().length,
      screensToSubject: listFrom("CHAT").length,
      filesThatNameTools: listFilesThatNameTools(texts).length,
      standInByPrefix: countText(/startsWith\("offline:"\)/g),
      runHostPicks: countText(/Pick<\s*(?:RunHost|\w+Ports)\b/g),
      runHostMembers: countMembers("lib/engine/ports.ts", "RunHost"),
      mostFoldersOfASubject: Math.max(...countFolders().values()),
    } satisfies typeof held;
    console.info(toTable(now));
    expect(Object.entries(now).filter(([name, count]) => count > held[name as keyof typeof held])).toEqual(
      [],
    );
  });

  it("use no other subject than is listed", () => {
    expect(listBetween().filter(({ from, to }) => mayUse[from]?.includes(to) !== true)).toEqual([]);
  });
});

describe("the map of paths", () => {
  it.each([
    ["lib/engine/run/run.ts", "ENGINE"],
    ["lib/engine/turn/finish.ts", "ENGINE"],
    ["lib/engine/plan/task-runners.ts", "ENGINE"],
    ["lib/features/memory/tools/memory-save/memory-save.ts", "memory"],
    ["lib/features/memory/tools/memory-save/memory-save.ts", "memory"],
    ["lib/features.ts", "LIST"],
    ["lib/server/create-services.ts", "WIRING"],
    ["lib/store/open.ts", "GROUND"],
    ["components/shell/rail.tsx", "CHAT"],
    ["components/library/library-page.tsx", "documents"],
  ])("gives %s to %s", (path, part) => {
    expect(toPart(path)).toBe(part);
  });

  it("counts an import of a subject's service, and none of its shape", () => {
    const text =
      'import { a } from "@/lib/features/memory/service"; import type { B } from "@/lib/features/memory/shape";';
    const found = listArrows([parseSource("lib/engine/run/run.ts", text)]);
    expect(found).toMatchObject([{ from: "ENGINE", to: "memory", target: "lib/features/memory/service" }]);
  });

  it("finds names of tools outside of the folders of tools", () => {
    const files = new Map([
      ["lib/features/memory/tools/memory-save.ts", 'export const tool = { name: "memory_save" };'],
      ["lib/features/memory/service.ts", 'const known = "memory_save";'],
      ["lib/engine/run/run.ts", 'const isSaved = type === "tool-memory_save";'],
      ["lib/engine/run/say.ts", "// As memory_save does."],
    ]);
    expect(listFilesThatNameTools(files)).toEqual(["lib/engine/run/run.ts"]);
  });
});

function listFrom(part: string): Arrow[] {
  return arrows.filter(({ from, to, path }) => from === part && isSubject(to) && isCounted(part, path));
}

/** What the browser knows is counted from its screens. */
const isCounted = (part: string, path: string): boolean => part === "CHAT" || isServer(path);
const isServer = (path: string): boolean => /^lib\/(?!client\/)/.test(path);

function listBetween(): Arrow[] {
  return arrows.filter(
    ({ from, to, path, target }) => isSubject(from) && isSubject(to) && isServer(path) && isServer(target),
  );
}

const listPairs = (): string[] => [...new Set(listBetween().map(({ from, to }) => `${from} > ${to}`))].sort();

const toolFolder = /^lib\/(?:engine\/tools\/[\w-]+\/|features\/[\w-]+\/tools\/)|^components\/tools\//;

/** A subject may name its own; prose about them in comments is free. */
function listFilesThatNameTools(files: ReadonlyMap<string, string>): string[] {
  const homes = new Map(
    [...files].flatMap(([path, text]) => {
      const names = toolFolder.test(path) ? text.matchAll(/\bname: "([a-z]+(?:_[a-z]+)+)"/g) : [];
      return [...names].map(([, name = ""]) => [name, toPart(path)] as const);
    }),
  );
  const named = new RegExp(`(?<!\\w)(?:${[...homes.keys()].join("|")})(?!\\w)`, "g");
  return [...files].flatMap(([path, text]) => {
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    const isHome = (name: string) => path.startsWith("lib/features/") && homes.get(name) === toPart(path);
    const isNaming = [...code.matchAll(named)].some(([name]) => !isHome(name));
    return isNaming && !toolFolder.test(path) ? [path] : [];
  });
}

function countText(pattern: RegExp): number {
  return [...texts.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
}

/** Of what the engine is handed, as one type without others in it. */
function countMembers(path: string, name: string): number {
  const { statements } = ts.createSourceFile(path, texts.get(path) ?? "", ts.ScriptTarget.Latest);
  const found = statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);
  if (found === undefined || !ts.isTypeAliasDeclaration(found) || !ts.isTypeLiteralNode(found.type))
    throw new Error(`${name} is no plain type of ${path}.`);
  return found.type.members.length;
}

/** Folders by subject: a room of its own counts once, whatever folders it has. */
function countFolders(): Map<string, number> {
  const files = Map.groupBy(
    sources.map(({ path }) => path).filter((path) => isSubject(toPart(path))),
    toPart,
  );
  const toRoom = (path: string) => /^(?:lib\/features|components)\/[\w-]+/.exec(path)?.[0] ?? dirname(path);
  return new Map([...files].map(([subject, paths]) => [subject, new Set(paths.map(toRoom)).size]));
}

function toTable(now: Record<string, number>): string {
  const folders = [...countFolders()].sort((a, b) => b[1] - a[1]).slice(0, 5);
  const rows = Object.entries(now).map(
    ([name, count]) => `${name} ${count}/${held[name as keyof typeof held]}`,
  );
  return `${rows.join(" · ")}\nmost folders: ${folders.map((one) => one.join(" ")).join(", ")}`;
}
