import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The TypeScript files of these folders; paths are relative to `root`, with forward slashes. */
export const listSources = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .map((path) => path.replaceAll("\\", "/")),
  );
