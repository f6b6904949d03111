import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { refuseOldNode } from "./scripts/lib/choose-node.mjs";
import { typescriptFlags } from "./scripts/lib/run-typescript.mjs";
import { listTestFiles } from "./scripts/lib/test-projects.mjs";

refuseOldNode();
const root = fileURLToPath(new URL("./", import.meta.url));

/**
 * `npm run evaluate`: labelled questions, sentences and lives, asked through the real parts; the counts go
 * into docs/evaluation.md.
 */
export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/support/empty-module.ts` } },
  test: {
    include: ["tests/evaluation/*.test.ts", ...listTestFiles("evaluation")],
    globalSetup: ["tests/support/firestore-setup.ts"],
    // The threads in which documents are read run the sources as they stand.
    execArgv: typescriptFlags,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
