import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { runJourneys, runStages } from "./lib/stages.mjs";

await ensureSupportedNode();
await prepareOrExit();
const minute = 60_000;
const given = process.argv.slice(2);
await runStages([[[["journeys", (leftMs) => runJourneys(leftMs, given)]]]], { limitMs: 60 * minute });
