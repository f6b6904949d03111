import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { becomeTypescript } from "./lib/run-typescript.mjs";

await ensureSupportedNode();
await prepareOrExit("start");
becomeTypescript("scripts/lib/diagnose.mjs", process.argv.slice(2));
