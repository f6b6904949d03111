import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `npm run evaluate`: asks every labelled question through the real loop and writes the counts into docs/evaluation.md. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/\/$/, ""), "server-only": `${root}tests/support/empty-module.ts` } },
  test: { include: ["tests/evaluation/*.test.ts"], testTimeout: 300_000, hookTimeout: 60_000 },
});
