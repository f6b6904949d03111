import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/env";
import { listSentences } from "@/tests/support/list-sentences";
import { startSentences } from "@/tests/fixtures/start-sentences";

/** Whatever a start or the doctor may say stands in one of these. */
const files = [
  "lib/env.ts",
  "lib/env-values.ts",
  ...readdirSync("lib/features/doctor").map((name) => `lib/features/doctor/${name}`),
  "lib/features/accounts/accounts-config.ts",
  "lib/server/start-server.ts",
  "lib/secrets.ts",
  ...[
    "bucket-errors",
    "disk-blobs",
    "embedded",
    "firestore-errors",
    "folder-lock",
    "schema",
    "sqlite-errors",
  ].map((name) => `lib/store/${name}.ts`),
  ...[
    "build",
    "child",
    "choose-node",
    "diagnose",
    "install",
    "lock",
    "npm",
    "phase",
    "port",
    "room",
    "serve",
  ].map((name) => `scripts/lib/${name}.mjs`),
];

describe("what a start and the doctor say", () => {
  it.each(files)("stands word for word in the table: %s", (path) => {
    expect(listSentences(path)).toEqual(startSentences[path] ?? []);
  });

  it("names every wrong variable in one sentence, with what it should be", () => {
    const source = { PORT: "http", AUTH_URL: "https://a.example/ai", AUTH_SECRET: "short", MAX_RUNS: "0" };
    expect(() => parseEnv(source)).toThrow(
      "Fix the environment: PORT should be a port number from 0 to 65535; AUTH_SECRET should have at least 32 characters; AUTH_URL should be an address without a path, such as https://chat.example.org; MAX_RUNS should be a number from 1 to 100000.",
    );
  });
});
