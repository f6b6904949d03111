import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";

await ensureSupportedNode();
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`The bench is TypeScript that Node runs as it stands, which needs Node 22.18 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
await prepareOrExit();
becomeProgram(process.execPath, ["tests/bench/run.ts", ...process.argv.slice(2)]);
