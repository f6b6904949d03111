import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { refuseOldNode } from "./scripts/lib/choose-node.mjs";
import { typescriptFlags } from "./scripts/lib/run-typescript.mjs";
import { listTestFiles } from "./scripts/lib/test-projects.mjs";

refuseOldNode();
const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * `unit`, `integration` and `long`; journeys are Playwright's, and labelled sets are counted by
 * `npm run evaluate`.
 */
export default defineConfig({
  resolve: { alias: { "@": root, "server-only": `${root}tests/support/empty-module.ts` } },
  test: {
    // The threads in which documents are read run the sources as they stand.
    execArgv: typescriptFlags,
    globalSetup: ["tests/support/firestore-setup.ts"],
    setupFiles: [
      "tests/support/node-globals.ts",
      "tests/support/quick-passwords.ts",
      "tests/support/shared-require.ts",
    ],
    // Rows of a table stand at one place: the last lines of a run tell them apart from tests of their own.
    includeTaskLocation: true,
    // What a machine under load needs; nothing here is a measurement.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Many tests wait for something outside: on two cores three at a time take 300 s where two take 415 s.
    maxWorkers: Math.max(3, availableParallelism()),
    coverage: {
      provider: "v8",
      include: ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "i18n/**/*.ts", "lib/**/*.{ts,tsx}"],
      reporter: ["text-summary", "json-summary"],
    },
    // The files of a project share what a worker has loaded: loading it anew took a third of the time.
    projects: [
      {
        extends: true,
        test: { name: "unit", include: listTestFiles("unit"), isolate: false },
      },
      {
        extends: true,
        // After the others: a worker that changes between projects would have to load everything anew.
        test: {
          name: "integration",
          include: listTestFiles("integration"),
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      // What kills processes and floods them starts with modules of its own.
      {
        extends: true,
        test: { name: "long", include: listTestFiles("long"), sequence: { groupOrder: 2 } },
      },
    ],
  },
});
