import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

await ensureSupportedNode();
await prepareOrExit();
// `--set DIR` names the labelled set of `reading`; everything else is for the test runner.
const given = process.argv.slice(2);
const at = given.indexOf("--set");
const [, set] = at < 0 ? [] : given.splice(at, 2);
if (set !== undefined) process.env.READING_SET = set;
const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.evaluation.config.ts", ...given];
becomeProgram(process.execPath, args);
