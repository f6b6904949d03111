import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { typescriptFlags } from "./scripts/lib/run-typescript.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": root, "server-only": `${root}tests/support/empty-module.ts` } },
  test: {
    include: ["tests/unit/**/*.test.{ts,tsx}", "tests/*.test.ts"],
    globalSetup: ["tests/support/firestore-setup.ts"],
    // The threads in which documents are read run the sources as they stand.
    execArgv: typescriptFlags,
    // What a machine under load needs; nothing here is a measurement.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    // Most tests wait for something outside: on two cores two of them at a time need three fifths of the time of one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
