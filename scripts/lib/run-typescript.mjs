import { becomeProgram } from "./child.mjs";

const hooks = new URL("./typescript.mjs", import.meta.url).href;

/**
 * With these Node runs the project's TypeScript as it stands. Node 22.13 strips types, and has SQLite, only
 * when asked to, and warns; newer ones take the same words.
 */
export const typescriptFlags = [
  "--experimental-strip-types",
  "--disable-warning=ExperimentalWarning",
  "--import",
  hooks,
];

/** Runs a script that imports the project's TypeScript in the person's place. */
export function becomeTypescript(file, args = []) {
  return becomeProgram(process.execPath, [...typescriptFlags, file, ...args]);
}
