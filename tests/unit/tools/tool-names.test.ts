import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { toolNames } from "@/lib/engine/tools/catalog";

const root = resolve(import.meta.dirname, "../../..");

/** Files outside of the tools' rooms that may name a tool, each with why. */
const mayName: Record<string, string> = {
  "lib/engine/tools/catalog.ts": "the list of the tools",
  "components/tools/views.ts": "the list of their views",
  "lib/protocol/limits.ts": "under which name searches are counted and limited in what is stored",
  "lib/features/documents/documents-source.ts": "its own tools, in what the model is told of documents",
  "lib/features/recall/said-source.ts": "its own tool, in what the model is told of other conversations",
  "lib/features/workflows/feature.ts": "its own tool, which is worded for each person",
  "lib/features/documents/tools/find-passages.ts": "what both searches of documents tell the model",
};
/** The offline model is a model: it calls tools by their names. Rooms name themselves. */
const rooms = /^(lib\/models\/offline|lib\/(engine|features\/[^/]+)\/tools\/[^/]+|components\/tools)\//;

it("no file outside of a tool's own rooms names it, but for these", () => {
  const names = new RegExp(
    `\\b(tool-)?(${toolNames.filter((name) => name.includes("_")).join("|")})\\b|"(tool-)?(${toolNames.filter((name) => !name.includes("_")).join("|")})"`,
  );
  const naming = ["lib", "components", "app"]
    .flatMap(listSources)
    .filter(
      (path) => !rooms.test(path) && names.test(withoutComments(readFileSync(join(root, path), "utf8"))),
    );
  expect(naming.filter((path) => !(path in mayName))).toEqual([]);
});

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
