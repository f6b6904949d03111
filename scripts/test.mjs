import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { toTotalLine } from "./lib/counts.mjs";
import { installPackages } from "./lib/install.mjs";
import { withLock } from "./lib/lock.mjs";
import { installSystemChromium } from "./lib/open-chromium.mjs";
import {
  buildForJourneys,
  checkTypes,
  lint,
  runCoreJourneys,
  runIntegrationTests,
  runStages,
  runUnitTests,
} from "./lib/stages.mjs";

await ensureSupportedNode();
const browser = installSystemChromium();
try {
  await withLock(() => installPackages("all"));
} catch (error) {
  console.error(error.message);
  console.log(toTotalLine([{ passed: 0, failed: 1 }]));
  process.exit(1);
}
await browser;
await runStages([
  [
    [
      ["unit", runUnitTests],
      ["integration", runIntegrationTests],
    ],
    // It goes on where the tests wait, as lint and types do where the journeys wait.
    [["build", buildForJourneys]],
  ],
  [
    [["journeys", runCoreJourneys]],
    [
      ["lint", lint],
      ["types", checkTypes],
    ],
  ],
]);
