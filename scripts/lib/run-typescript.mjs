import { becomeProgram } from "./child.mjs";

const hooks = new URL("./typescript.mjs", import.meta.url).href;

/**
 * Runs a script that imports the project's TypeScript as it stands, in the person's place. Node 22.13 strips types, and has
 * SQLite, only when asked to, and warns; newer ones take the same words.
 */
export function becomeTypescript(file, args = [], options = {}) {
  const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning", "--import", hooks];
  return becomeProgram(process.execPath, [...flags, file, ...args], options);
}
