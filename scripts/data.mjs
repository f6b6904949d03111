import { join, resolve } from "node:path";
import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { root } from "./lib/root.mjs";

await ensureSupportedNode();
await prepareOrExit();
// npm runs scripts in the checkout; a file's name is meant where the person is.
const folder = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
const [command, ...rest] = process.argv.slice(2);
const args = rest.map((arg) => (arg.startsWith("-") ? arg : resolve(folder, arg)));
const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning", "--import", "./scripts/lib/typescript.mjs"];
becomeProgram(process.execPath, [...flags, join(root, "scripts/lib/move-data.mjs"), ...(command === undefined ? [] : [command]), ...args]);
