import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

await ensureSupportedNode();
await prepareOrExit();
/** Options of the evaluations themselves, which reach them by the environment: a labelled file and a model to judge it. */
const variables = { "--set": "EVALUATE_SET", "--model": "EVALUATE_MODEL" };
const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.evaluation.config.ts"];
const given = process.argv.slice(2);
while (given.length > 0) {
  const [name, value] = [given.shift(), given[0]];
  if (name in variables && value !== undefined) process.env[variables[name]] = given.shift();
  else args.push(name);
}
becomeProgram(process.execPath, args);
