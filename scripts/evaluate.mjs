import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

await ensureSupportedNode();
await prepareOrExit();
const args = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config",
  "vitest.evaluation.config.ts",
  ...process.argv.slice(2),
];
becomeProgram(process.execPath, args);
