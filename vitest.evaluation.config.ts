import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { typescriptFlags } from "./scripts/lib/run-typescript.mjs";

const root = fileURLToPath(new URL("./", import.meta.url));

/** `npm run evaluate`: asks every labelled question through the real loop and writes the counts into docs/evaluation.md. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/support/empty-module.ts` } },
  // The threads in which documents are read run the sources as they stand.
  test: {
    include: ["tests/evaluation/*.test.ts"],
    execArgv: typescriptFlags,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
