import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

const root = resolve(import.meta.dirname, "../../..");
const compiler = "node_modules/@typescript/native/bin/tsc";
const copied = ["app", "i18n", "lib", "messages", "scripts/lib", "tests/support", "tests/fixtures/feature"];
const files = ["package.json", "tsconfig.json", "global.d.ts"];

it("a feature is its own folder and its entry in lib/features.ts: nothing else changes for its tool, context, answer hook, job and record", async () => {
  const folder = makeTemporaryFolder();
  for (const path of [...copied, ...files]) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "lib/features/harbours"));
  cpSync(join(root, "tests/fixtures/feature/feature.ts"), join(folder, "lib/features/harbours/feature.ts"));
  const list = join(folder, "lib/features.ts");
  writeFileSync(list, addToList(readFileSync(list, "utf8")));
  const own = { extends: "./tsconfig.json", include: ["global.d.ts", "lib/**/*.d.ts", "lib/features.ts"] };
  writeFileSync(join(folder, "tsconfig.feature.json"), JSON.stringify(own));

  // They name the checkout whose sources `@/` means.
  const toUrl = (path: string) => pathToFileURL(path).href;
  const flags = typescriptFlags.map((flag) => flag.replace(toUrl(root), toUrl(folder)));
  const [found, types] = await Promise.all([
    run(folder, ...flags, "tests/fixtures/feature/use-feature.ts"),
    run(folder, compiler, "--project", "tsconfig.feature.json", "--incremental", "false", "--singleThreaded"),
  ]);
  expect(found).toMatch(/^\{.*\}\n$/);
  expect({ types, ...(JSON.parse(found) as object) }).toEqual({
    types: "",
    tool: { isOffered: true, isAnswered: true, isStored: true },
    context: { isGiven: true },
    hook: { stored: ["How deep is Brest?"], hasContinued: true },
    job: { isDone: true },
    record: { kept: 1, exported: 1, left: 0 },
  });
}, 120_000);

/** `lib/features.ts` with the sample as the last of its features. */
function addToList(text: string): string {
  const tree = ts.createSourceFile("features.ts", text, ts.ScriptTarget.Latest, true);
  const find = (node: ts.Node): ts.ArrayLiteralExpression | undefined =>
    ts.isVariableDeclaration(node) &&
    node.name.getText() === "features" &&
    node.initializer !== undefined &&
    ts.isArrayLiteralExpression(node.initializer)
      ? node.initializer
      : ts.forEachChild(node, find);
  const end = find(tree)?.elements.end;
  if (end === undefined) throw new Error("lib/features.ts has no list named features.");
  return `import { openHarbours } from "@/lib/features/harbours/feature";
${text.slice(0, end)} openHarbours(ground),${text.slice(end)}`;
}

/** What a program printed, with what it complained of. */
function run(folder: string, ...args: string[]): Promise<string> {
  return new Promise((done) =>
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => done(stdout + stderr)),
  );
}
