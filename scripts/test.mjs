import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { toTotalLine } from "./lib/counts.mjs";
import { installPackages } from "./lib/install.mjs";
import { withLock } from "./lib/lock.mjs";
import {
  checkTypes,
  lint,
  runCoreJourneys,
  runIntegrationTests,
  runStages,
  runUnitTests,
} from "./lib/stages.mjs";

await ensureSupportedNode();
try {
  await withLock(() => installPackages("all"));
} catch (error) {
  console.error(error.message);
  console.log(toTotalLine([{ passed: 0, failed: 1 }]));
  process.exit(1);
}
await runStages([
  [
    ["lint", lint],
    ["types", checkTypes],
  ],
  [["unit", runUnitTests]],
  [["integration", runIntegrationTests]],
  [["journeys", runCoreJourneys]],
]);
