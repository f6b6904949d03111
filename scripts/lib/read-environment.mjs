import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./root.mjs";

/** The environment that the production server gets: what is set, then the `.env` files as Next reads them. */
export function readEnvironment({ folder = root } = {}) {
  const fromNext = createRequire(createRequire(join(root, "package.json")).resolve("next/package.json"));
  const { loadEnvConfig } = fromNext("@next/env");
  const silent = { info: () => {}, error: (...words) => console.error(...words) };
  return { ...loadEnvConfig(folder, false, silent).combinedEnv };
}
