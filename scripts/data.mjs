import { resolve } from "node:path";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { becomeTypescript } from "./lib/run-typescript.mjs";

await ensureSupportedNode();
await prepareOrExit("start");
// npm runs scripts in the checkout; a file's name is meant where the person is.
const folder = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
const [command, ...rest] = process.argv.slice(2);
const args = rest.map((arg) => (arg.startsWith("-") ? arg : resolve(folder, arg)));
becomeTypescript("scripts/lib/move-data.mjs", [...(command === undefined ? [] : [command]), ...args]);
