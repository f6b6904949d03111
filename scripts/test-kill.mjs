import { buildProduct } from "./lib/build.mjs";
import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

const distDir = ".next-test";

await ensureSupportedNode();
await prepareOrExit();
await buildProduct({ distDir });
process.env.NEXT_DIST_DIR = distDir;
const args = [
  "node_modules/@playwright/test/cli.js",
  "test",
  "--config",
  "tests/kill/playwright.config.ts",
  ...process.argv.slice(2),
];
becomeProgram(process.execPath, args);
