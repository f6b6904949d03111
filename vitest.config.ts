import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    alias: { "@": root, "server-only": `${root}tests/support/empty-module.ts` },
  },
  test: {
    include: ["tests/unit/**/*.test.{ts,tsx}", "tests/*.test.ts"],
    globalSetup: ["tests/support/firestore-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
