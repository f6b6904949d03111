import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

await ensureSupportedNode();
await prepareOrExit();
/** Options of the evaluations themselves, which reach them by the environment: a labelled file, a model to be judged. */
const variables = { "--set": "EVALUATE_SET", "--model": "EVALUATE_MODEL" };
const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.evaluation.config.ts"];
const given = process.argv.slice(2);
const named = [];
while (given.length > 0) {
  const [name, value] = [given.shift(), given[0]];
  if (name in variables && value !== undefined) process.env[variables[name]] = given.shift();
  else if (name === "--write") process.env.EVALUATE_WRITE = "yes";
  else named.push(name);
}
// Without a name everything is counted into one table; a name has one suite say more.
args.push(...(named.length === 0 ? ["scorecard"] : named));
becomeProgram(process.execPath, args);
