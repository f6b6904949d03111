import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import {
  checkTypes,
  lint,
  runIntegrationTests,
  runLongTests,
  runStages,
  runUnitTests,
} from "./lib/stages.mjs";

await ensureSupportedNode();
await prepareOrExit();
await runStages([
  [
    [
      ["unit", runUnitTests],
      ["integration", runIntegrationTests],
      ["long", runLongTests],
    ],
    [
      ["lint", lint],
      ["types", checkTypes],
    ],
  ],
]);
