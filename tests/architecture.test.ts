import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findCycles,
  parseSource,
  readSources,
  resolveImport,
  toFileEdges,
} from "@/tests/support/source-graph";
import type { SourceFile } from "@/tests/support/source-graph";
import { componentsMayImport } from "@/tests/support/components-may-import";

/**
 * Who may import whom. Everyone may import `lib/errors`, every server folder `lib/language`, and every folder
 * itself; a new folder needs a line here.
 */
const mayImport: Record<string, readonly string[]> = {
  "lib/errors": [],
  "lib/protocol": [],
  "lib/store": [],
  "lib/language": [],
  "lib/threads": [],
  "lib/secrets": [],
  "lib/net": ["lib/protocol", "lib/threads"],
  "lib/env": ["lib/env-values"],
  "lib/env-values": [],
  "lib/log": [],
  "lib/breakers": ["lib/protocol"],
  "lib/money": [],
  "lib/models": ["lib/breakers", "lib/money", "lib/protocol", "lib/net", "lib/log"],
  "lib/data": ["lib/store", "lib/protocol"],
  "lib/jobs": ["lib/data", "lib/log"],
  "lib/engine/records": ["lib/data", "lib/protocol", "lib/store"],
  "lib/features/*/records": ["lib/data", "lib/engine/records", "lib/protocol", "lib/secrets", "lib/store"],
  "lib/features/records": [
    ...["lib/data", "lib/engine/records", "lib/features/*/records", "lib/protocol", "lib/store"],
  ],
  "lib/features/*/pure": ["lib/protocol"],
  "lib/engine/loop": ["lib/protocol"],
  "lib/engine/planning": ["lib/protocol"],
  "lib/engine/ground": [
    ...["lib/breakers", "lib/data", "lib/env", "lib/features/records", "lib/log", "lib/models", "lib/money"],
    ...["lib/protocol", "lib/store"],
  ],
  "lib/engine/run/slot": [],
  "lib/engine": [
    ...["lib/engine/loop", "lib/engine/planning", "lib/engine/records", "lib/engine/run/slot"],
    ...["lib/breakers", "lib/data", "lib/jobs", "lib/log", "lib/money", "lib/net", "lib/protocol"],
    ...["lib/features/*/records", "lib/features/*/pure"],
  ],
  "lib/features": [
    ...["lib/engine", "lib/engine/ground", "lib/engine/loop", "lib/engine/planning", "lib/engine/records"],
    ...["lib/engine/run/slot", "lib/features/*/records", "lib/features/*/pure", "lib/features/records"],
    ...["lib/breakers", "lib/data", "lib/env", "lib/jobs", "lib/log", "lib/models", "lib/money", "lib/net"],
    ...["lib/protocol", "lib/secrets", "lib/store", "lib/threads", "i18n"],
  ],
  "lib/server": [
    ...["lib/features", "lib/features/*/records", "lib/features/records", "lib/engine", "lib/engine/records"],
    ...["lib/breakers", "lib/data", "lib/env", "lib/jobs", "lib/log", "lib/models", "lib/money"],
    ...["lib/protocol", "lib/secrets", "lib/store"],
  ],
  "lib/features/doctor": [...["lib/env", "lib/features", "lib/models", "lib/net", "lib/store", "lib/server"]],
  "lib/features/*/api": ["lib/protocol"],
  "lib/features/*/endpoints": ["lib/features/*/api", "lib/http", "lib/protocol", "lib/server", "i18n"],
  "lib/http": ["lib/data", "lib/features", "lib/log", "lib/protocol", "lib/server"],
  "lib/client": ["lib/features/*/api", "lib/protocol", "i18n"],
  i18n: [],
  components: ["lib/client", "lib/features/*/api", "lib/protocol", "i18n"],
  app: ["components", "lib/features/*/endpoints", "lib/http", "lib/server", "lib/protocol", "i18n"],
  proxy: ["lib/env", "lib/http"],
  instrumentation: ["lib/features/*/endpoints", "lib/http", "lib/server"],
  "instrumentation-client": [],
};

/** Folders whose code also runs in the browser. */
const browserFolders = [
  "lib/protocol",
  "lib/features/*/api",
  "lib/client",
  ...Object.keys(componentsMayImport),
];
const layers: readonly [path: RegExp, layer: string][] = [
  [/^lib\/(?:features\/[^/]+|engine)\/(?:tools\/[^/]+\/schema$|shape(?:\/|$))/, "lib/protocol"],
  [/^lib\/features\/[^/]+\/api$/, "lib/features/*/api"],
  [/^lib\/features\/[^/]+\/endpoints$/, "lib/features/*/endpoints"],
  [/^lib\/features\/[^/]+\/records(?:\/|$)/, "lib/features/*/records"],
  // What takes texts and gives findings, and asks nothing of the server.
  [/^lib\/features\/(?:evidence\/claims\/|memory\/learn\/set-phrases$)/, "lib/features/*/pure"],
  [/^lib\/features\/(?:records|list-kept)$/, "lib/features/records"],
  [/^lib\/features\/doctor\//, "lib/features/doctor"],
  [/^lib\/engine\/records\//, "lib/engine/records"],
  [/^lib\/engine\/loop\//, "lib/engine/loop"],
  [/^lib\/engine\/planning\//, "lib/engine/planning"],
  [/^lib\/engine\/ground$/, "lib/engine/ground"],
  [/^lib\/engine\/run\/slot$/, "lib/engine/run/slot"],
];
const limits = { fileLines: 300, functionLines: 60 };
/** Circles of files by types that are still to be cleared. This list only shrinks. */
const knownTypeCycles: readonly string[] = [];
/**
 * Folders whose subfolders may not import each other in a circle; a file that lies in such a folder itself
 * stands alone.
 */
const layeredFolders = ["lib/engine"];
const root = resolve(import.meta.dirname, "..");
const rootFiles = ["proxy.ts", "instrumentation.ts", "instrumentation-client.ts"];
const sources = [
  ...readSources(
    root,
    ["app", "components", "i18n", "lib"].filter((folder) => existsSync(join(root, folder))),
  ),
  ...rootFiles.map((path) => parseSource(path, readFileSync(join(root, path), "utf8"))),
];

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

describe("the project's sources", () => {
  it("import only what their folder may import", () => {
    expect(sources.flatMap(listForbiddenImports)).toEqual([]);
  });

  it("import only packages that a start installs", () => {
    expect([...new Set(sources.flatMap(listTools))]).toEqual([]);
  });

  it("have no import cycle, neither of files nor of folders, by types either", () => {
    const cycles = findCycles(toFileEdges(sources)).map((cycle) => cycle.join(" > "));
    expect(cycles.filter((cycle) => !knownTypeCycles.includes(cycle))).toEqual([]);
    expect(findCycles(toFolderEdges(sources))).toEqual([]);
    expect(findCycles(toFolderEdges(sources, toSubfolder))).toEqual([]);
  });

  it("have no barrels", () => {
    expect(sources.map(({ path }) => path).filter((path) => /(^|\/)index\.tsx?$/.test(path))).toEqual([]);
  });

  it("do not gather the whole house in one file: the chat and its route import at most twelve of ours", () => {
    const gathering = ["components/chat/chat.tsx", "app/api/chat/route.ts"].map((path) => {
      const { imports } = sources.find((source) => source.path === path) ?? { imports: [] };
      return {
        path,
        isFew: imports.filter((one) => resolveImport(path, one.specifier) !== null).length <= 12,
      };
    });
    expect(gathering.filter(({ isFew }) => !isFew)).toEqual([]);
  });

  it("load nothing with an address but what makes it: no schemas", () => {
    const loading = sources.flatMap(({ path, imports }) =>
      /^lib\/features\/[^/]+\/api\.ts$/.test(path)
        ? imports.flatMap(({ specifier, isTypeOnly }) => (isTypeOnly ? [] : [specifier]))
        : [],
    );
    expect([...new Set(loading)]).toEqual(["@/lib/protocol/endpoint"]);
  });

  it("load no schemas with the chat page: nothing that it draws at first reaches zod", () => {
    const roots = ["components/chat/new-conversation.tsx", "components/shell/shell.tsx"];
    const reached = listLoaded(roots);
    const loaded = sources.filter(({ path }) => reached.has(path));
    expect(loaded.map(({ path }) => path)).toContain("lib/client/message/sources.ts");
    expect(
      loaded.filter(({ imports }) => imports.some((one) => one.specifier === "zod")).map(({ path }) => path),
    ).toEqual([]);
  });

  /** Whoever reaches one of these packages in the server's own process does so through this thread. */
  it("write files and compare texts in the thread for texts alone", () => {
    expect(listOutermost(["diff", "docx", "markdown-it"])).toEqual(["lib/features/text-worker.ts"]);
  });

  /** The page that a server sends is plain: what draws is fetched by the browser, or stands in `DrawnText`. */
  it("draw no Markdown but in what shows plain words before", () => {
    const drawing = ["components/markdown/rendered-markdown", "components/markdown/weigh-markdown"];
    const importers = sources.flatMap(({ path, imports }) =>
      imports.some((one) => !one.isTypeOnly && drawing.includes(resolveImport(path, one.specifier) ?? ""))
        ? [path]
        : [],
    );
    expect(importers.sort()).toEqual([
      "components/markdown/markdown.tsx",
      "components/markdown/warm-markdown.tsx",
      "components/markdown/weigh-worker.ts",
    ]);
    const library = sources.filter(({ imports }) =>
      imports.some((one) => one.specifier === "streamdown" && !one.isTypeOnly),
    );
    expect(library.map(({ path }) => path).sort()).toEqual([
      "components/evidence/rendered-text.tsx",
      "components/markdown/code-block.tsx",
      "components/markdown/rendered-markdown.tsx",
      "components/markdown/weigh-markdown.tsx",
    ]);
  });

  it("hold one idea a file and a function: none is too long", () => {
    expect(sources.flatMap(listTooLong)).toEqual([]);
  });
});

describe("the rules", () => {
  it("allow no way round in a circle", () => {
    expect(findCycles(new Map(Object.entries(mayImport)))).toEqual([]);
    expect(findCycles(new Map(Object.entries(componentsMayImport)))).toEqual([]);
  });

  it.each([
    ["lib/store/open.ts", 'import { a } from "@/lib/data/people";', "lib/store may not import lib/data"],
    [
      "lib/engine/loop/loop.ts",
      'import type { A } from "@/lib/models/models";',
      "lib/engine/loop may not import lib/models",
    ],
    [
      "lib/features/basics/tools/calculate/schema.ts",
      'import { b } from "./calculate";',
      "lib/protocol may not import lib/features",
    ],
    [
      "lib/engine/start.ts",
      'export { a } from "@/lib/features/memory/memory";',
      "lib/engine may not import lib/features",
    ],
    [
      "components/chat/a.tsx",
      'const A = await import("@/lib/server/services");',
      "components/chat may not import lib/server",
    ],
    [
      "components/ui/a.tsx",
      'import { a } from "@/components/chat/b";',
      "components/ui may not import components/chat",
    ],
    [
      "components/chat/trail/a.tsx",
      'import type { A } from "@/components/chat/chat";',
      "components/chat/trail may not import components/chat",
    ],
    ["lib/log.ts", 'type A = import("@/lib/env").Env;', "lib/log may not import lib/env"],
    [
      "lib/features/folders/api.ts",
      'import { a } from "@/lib/http/serve";',
      "lib/features/*/api may not import lib/http",
    ],
    [
      "app/page.tsx",
      'import { a } from "../lib/protocol/message";',
      "reaches up with ../lib/protocol/message",
    ],
    ["lib/shared/a.ts", "export const a = 1;", "lib/shared has no line in the list"],
    [
      "lib/protocol/a.ts",
      'import { join } from "node:path";',
      "runs in the browser and may not import node:path",
    ],
  ])("refuse in %s: %s", (path, text, reason) => {
    expect(listForbiddenImports(parseSource(path, text))).toEqual([`${path}: ${reason}`]);
  });

  it.each([
    [
      "lib/store/open.ts",
      'import { AppError } from "@/lib/errors"; import { a } from "./embedded"; import "node:sqlite";',
    ],
    [
      "app/api/chat/route.ts",
      'import { getServices } from "@/lib/server/services"; import { NextResponse } from "next/server";',
    ],
    ["lib/client/a.ts", 'import type { B } from "@/lib/features/basics/tools/calculate/schema";'],
    ["components/chat/a.tsx", 'const load = () => import("@/components/ui/dialog");'],
  ])("allow in %s: %s", (path, text) => {
    expect(listForbiddenImports(parseSource(path, text))).toEqual([]);
  });

  it("find a cycle through a dynamic import, one by types, and one of subfolders", () => {
    const there = parseSource("lib/a/x.ts", 'import { y } from "@/lib/b/y";');
    const back = parseSource("lib/b/y.ts", 'const x = () => import("@/lib/a/x");');
    const typeBack = parseSource("lib/b/y.ts", 'import type { X } from "@/lib/a/x";');
    expect(findCycles(toFileEdges([there, back]))).toEqual([["lib/a/x.ts", "lib/b/y.ts", "lib/a/x.ts"]]);
    expect(findCycles(toFileEdges([there, typeBack]))).toEqual([["lib/a/x.ts", "lib/b/y.ts", "lib/a/x.ts"]]);
    expect(findCycles(toFolderEdges([there, typeBack]))).toEqual([["lib/a", "lib/b", "lib/a"]]);
    const turn = parseSource("lib/engine/turn/x.ts", 'import { y } from "@/lib/engine/log/y";');
    const log = parseSource("lib/engine/log/y.ts", 'import type { Z } from "@/lib/engine/turn/z";');
    expect(findCycles(toFolderEdges([turn, log], toSubfolder))).toEqual([
      ["lib/engine/turn", "lib/engine/log", "lib/engine/turn"],
    ]);
  });

  it("refuse a developers' tool, but for its types", () => {
    const text =
      'import { it } from "vitest"; import type { A } from "vitest/node"; import "@ai-sdk/react/x";';
    expect(listTools(parseSource("lib/a/x.ts", text))).toEqual(["vitest", "@ai-sdk/react"]);
  });

  it("refuse a file and a function over the limit, and name them", () => {
    const body = (lines: number) => Array.from({ length: lines }, () => "  work();").join("\n");
    expect(listTooLong(parseSource("lib/a/x.ts", body(301)))).toEqual(["lib/a/x.ts has 301 lines"]);
    const call = parseSource("lib/a/x.ts", `export const doMuch = () => {\n${body(59)}\n};`);
    expect(listTooLong(call)).toEqual(["lib/a/x.ts: doMuch has 61 lines"]);
    expect(listTooLong(parseSource("lib/a/x.ts", `function doEnough() {\n${body(58)}\n}`))).toEqual([]);
  });
});

function listForbiddenImports({ path, imports }: SourceFile): string[] {
  const folder = toFolder(path);
  const allowed = listAllowed(folder);
  if (!allowed) return [`${path}: ${folder} has no line in the list`];
  return imports.flatMap(({ specifier }) => {
    if (specifier.startsWith("..")) return [`${path}: reaches up with ${specifier}`];
    const target = resolveImport(path, specifier);
    if (target === null) {
      const isRefused = browserFolders.includes(folder) && specifier.startsWith("node:");
      return isRefused ? [`${path}: runs in the browser and may not import ${specifier}`] : [];
    }
    const to = toFolder(target);
    const isAllowed =
      to === folder ||
      to === "lib/errors" ||
      (to === "lib/language" && !browserFolders.includes(folder)) ||
      allowed.includes(to) ||
      (folder === "app" && allowed.includes(toTop(to))) ||
      (folder === "i18n" && to === "messages");
    return isAllowed ? [] : [`${path}: ${folder} may not import ${to}`];
  });
}

/** What a file imports, not only for types, that is no dependency of the product. */
function listTools({ path, imports }: SourceFile): string[] {
  return imports
    .filter(({ isTypeOnly, specifier }) => !isTypeOnly && !specifier.startsWith("node:"))
    .filter(({ specifier }) => resolveImport(path, specifier) === null)
    .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
    .filter((name) => !(name in dependencies));
}

function listAllowed(folder: string): readonly string[] | undefined {
  if (toTop(folder) !== "components") return mayImport[folder];
  const others = componentsMayImport[folder];
  return others && [...others, ...(mayImport["components"] ?? [])];
}

function toTop(folder: string): string {
  return folder.startsWith("components/") ? "components" : folder;
}

/**
 * The line of the list a path falls under: `lib/x` and every folder of components are folders of their own.
 * What subjects keep, say of their addresses and answer there are layers for all of them; their shapes belong
 * to the protocol.
 */
function toFolder(path: string): string {
  const bare = path.replace(/\.(tsx?|json|css)$/, "");
  const [top = "", second = ""] = bare.split("/");
  if (top === "components") return bare.slice(0, bare.lastIndexOf("/"));
  return layers.find(([pattern]) => pattern.test(bare))?.[1] ?? (top === "lib" ? `${top}/${second}` : top);
}

function toSubfolder(path: string): string {
  const folder = toFolder(path);
  if (!layeredFolders.includes(folder)) return folder;
  const [top = "", second = "", third = ""] = path.replace(/\.tsx?$/, "").split("/");
  return `${top}/${second}/${third}`;
}

function toFolderEdges(files: readonly SourceFile[], toNode = toFolder): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const from = toNode(path);
    const targets = imports
      .map(({ specifier }) => resolveImport(path, specifier))
      .filter((target) => target !== null);
    const others = targets.map(toNode).filter((to) => to !== from);
    edges.set(from, [...new Set([...(edges.get(from) ?? []), ...others])]);
  }
  return edges;
}

/** Of the files that reach a package, by whatever way but by types, those that nobody imports. */
/** The files that are loaded with these: whatever they import that is no type, and at once. */
function listLoaded(roots: readonly string[]): Set<string> {
  const atOnce = sources.map((source) => ({
    ...source,
    imports: source.imports.filter(({ isTypeOnly, isLater }) => !isTypeOnly && !isLater),
  }));
  const edges = toFileEdges(atOnce);
  const loaded = new Set<string>();
  const walk = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of edges.get(path) ?? []) walk(next);
  };
  for (const root of roots) walk(root);
  return loaded;
}

function listOutermost(packages: readonly string[]): string[] {
  const importers = (isMeant: (from: string, specifier: string) => boolean) =>
    sources
      .filter(({ path, imports }) => imports.some((one) => !one.isTypeOnly && isMeant(path, one.specifier)))
      .map(({ path }) => path);
  const outermost = new Set<string>();
  const seen = new Set<string>();
  const walk = (files: readonly string[]): void => {
    for (const file of files.filter((one) => !seen.has(one))) {
      seen.add(file);
      const above = importers(
        (from, specifier) => resolveImport(from, specifier) === file.replace(/\.tsx?$/, ""),
      );
      if (above.length === 0) outermost.add(file);
      walk(above);
    }
  };
  walk(importers((_from, specifier) => packages.includes(specifier)));
  return [...outermost].sort();
}

function listTooLong({ path, lines, longestFunction }: SourceFile): string[] {
  const problems: string[] = [];
  if (lines > limits.fileLines) problems.push(`${path} has ${lines} lines`);
  if (longestFunction.lines > limits.functionLines)
    problems.push(`${path}: ${longestFunction.name} has ${longestFunction.lines} lines`);
  return problems;
}
