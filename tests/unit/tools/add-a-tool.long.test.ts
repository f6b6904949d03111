import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const tree = mkdtempSync(join(tmpdir(), "sextant-tool-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const copied = ["app", "components", "i18n", "lib", "messages", "tests/support", "scripts/lib"];
const files = [
  "tests/architecture.test.ts",
  "tests/bench/process-meter.ts",
  "global.d.ts",
  "tsconfig.json",
  "vitest.config.ts",
  "tests/bench/process-meter.ts",
  "package.json",
  "firebase.json",
  "firestore.indexes.json",
  "firestore.rules",
];

/** The made-up tool's own rooms. */
const rooms: Record<string, string> = {
  "lib/engine/tools/count-letters/schema.ts": `import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const countLettersInputSchema = z.object({ text: z.string().max(1000), reason: reasonField });
export type CountLettersOutput = { count: number };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    count_letters: { input: typeof countLettersInputSchema; data: CountLettersOutput };
  }
}
`,
  "lib/engine/tools/count-letters/count-letters.ts": `import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { countLettersInputSchema } from "./schema";

export function createCountLetters(): ToolDefinition<"count_letters"> {
  return {
    name: "count_letters",
    version: "1.0",
    capability: "basic",
    stage: "executing_tools",
    description: "Counts the letters of a text. Use it when their number is asked. Do not use it for words.",
    input: countLettersInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 1_000 },
    sentences: { counted: "Counted {count} letters." },
    execute: async ({ text }) => {
      const count = [...text].filter((letter) => /\\p{L}/u.test(letter)).length;
      return { text: String(count), summary: { key: "counted", values: { count } }, data: { count } };
    },
  };
}
`,
  "tests/unit/tools/count-letters.test.ts": `import { expect, it } from "vitest";
import { toolNames, toResultSentence } from "@/components/tools/views";
import en from "@/messages/en/tools.json";
import { createCountLetters } from "@/lib/engine/tools/count-letters/count-letters";
import * as catalog from "@/lib/engine/tools/catalog";
import { openToolContext } from "@/tests/support/tool-context";
import { runOneTool } from "@/tests/support/run-one-tool";
import { createTranslator } from "next-intl";

it("counts, is listed, and is told in its own words", async () => {
  const output = await runOneTool(createCountLetters(), { text: "a1 é" }, await openToolContext());
  expect(output).toMatchObject({ ok: true, data: { count: 2 } });
  expect(catalog.toolNames).toContain("count_letters");
  expect(toolNames).toEqual(catalog.toolNames);
  const t = createTranslator({ locale: "en", messages: { tools: en }, namespace: "tools" });
  const part = { type: "tool-count_letters", toolCallId: "t", state: "output-available", input: {}, output };
  expect(toResultSentence(part as never, t as never, t as never)).toBe("2 letters");
});
`,
};

/** What is added to files that there are: a line and its import, or a block of words. */
const words = (name: string) =>
  `{ "count_letters": { "name": "${name}", "live": "${name}", "did": "${name}", "result": "{count} letters", "setting": { "name": "${name}", "help": "${name}" } },`;
const additions: Record<string, readonly (readonly [after: string, added: string])[]> = {
  "lib/engine/tools/catalog.ts": [["  calculate: true,", "\n  count_letters: true,"]],
  "lib/features/basics/feature.ts": [
    [
      'import { createCalculate } from "@/lib/features/basics/tools/calculate/calculate";',
      '\nimport { createCountLetters } from "@/lib/engine/tools/count-letters/count-letters";',
    ],
    ["      createAskPerson(),", "\n      createCountLetters(),"],
  ],
  "components/tools/views.ts": [
    [
      'sign: isExact ? "=" : "≈", result }),\n  },',
      '\n  count_letters: { Icon: Calculator, asked: ({ input }) => input?.text ?? "", result: ({ count }) => ({ count }) },',
    ],
  ],
  "messages/en/tools.json": [["", words("Letters")]],
  "messages/zh/tools.json": [["", words("字数")]],
};

it(
  "a tool is its rooms, a line in its feature and in each of two lists, and its words",
  () => {
    for (const path of [...copied, ...files]) copy(path);
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    for (const [path, text] of Object.entries(rooms)) write(path, text);
    for (const [path, changes] of Object.entries(additions))
      write(
        path,
        changes.reduce((text, change) => add(path, text, change), read(path)),
      );
    expect(run("node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false")).toBe("");
    expect(run("node_modules/vitest/vitest.mjs", "run", "tests/unit/tools/count-letters.test.ts")).toContain(
      "1 passed",
    );
    const changed = copied.flatMap(list).filter((path) => !(path in rooms) && !isSame(path));
    expect(changed.sort()).toEqual(Object.keys(additions).sort());
  },
  20 * 60_000,
);

function copy(path: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  cpSync(join(root, path), join(tree, path), { recursive: true });
}

const read = (path: string): string => readFileSync(join(tree, path), "utf8");

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

function add(path: string, text: string, [after, added]: readonly [string, string]): string {
  if (after === "") return text.replace("{", added);
  expect(text, path).toContain(after);
  return text.replace(after, after + added);
}

function list(folder: string): string[] {
  return readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)));
}

function isSame(path: string): boolean {
  return existsSync(join(root, path)) && readFileSync(join(root, path), "utf8") === read(path);
}

/** What a program of the project printed; it runs with the Node that runs this. */
function run(script: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: tree,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ""}${stderr ?? ""}` || String(error);
  }
}
