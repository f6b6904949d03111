import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./child.mjs";
import { runPhase } from "./phase.mjs";
import { ensureRoom } from "./room.mjs";
import { root } from "./root.mjs";
import { hashFiles, listFiles, readStamp, writeStamp } from "./stamp.mjs";

const sourceFolders = ["app", "components", "i18n", "lib", "messages", "public"];
const sourceFile =
  /^(?!(vitest|playwright|eslint)\.config\.|next-env\.d\.ts|tsconfig\.).+\.(ts|mjs|css)$|^package-lock\.json$/;

/**
 * Builds the product into the folder unless that build is as new as the sources. Throws when the build fails.
 */
export async function buildProduct({ distDir, limitMs = 15 * 60_000, priority = 0 }) {
  const file = join(root, distDir, "sextant-stamp");
  const stamp = hashFiles(root, listSources());
  if (readStamp(file) === stamp && existsSync(join(root, distDir, "BUILD_ID"))) return;
  ensureRoom(root, 300, "Building");
  rmSync(file, { force: true });
  const env = {
    ...process.env,
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
  };
  await runPhase(
    { doing: "Building Sextant", done: "Built Sextant", failed: "The build failed" },
    (onOutput) => runProgram(process.execPath, [nextProgram, "build"], { env, limitMs, onOutput, priority }),
  );
  writeStamp(file, stamp);
}

export const nextProgram = join(root, "node_modules/next/dist/bin/next");

function listSources() {
  const top = readdirSync(root).filter((name) => sourceFile.test(name));
  return [
    ...top.map((name) => join(root, name)),
    ...sourceFolders.flatMap((name) => listFiles(join(root, name))),
  ];
}

/** Serves a build; see there. */
export const serveProgram = join(root, "scripts/lib/serve-build.mjs");
