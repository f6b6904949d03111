import { readFileSync } from "node:fs";
import { join } from "node:path";
import util from "node:util";
import { root } from "./root.mjs";

const files = [".env.production.local", ".env.local", ".env.production", ".env"];

/**
 * A setting from the environment or the `.env` files, in the order in which Next reads them; an empty value
 * means unset.
 */
export function findSetting(name, { env = process.env, folder = root } = {}) {
  const values = [env, ...files.map((file) => readEnvFile(join(folder, file)))].map((source) => source[name]);
  return values.find((value) => value !== undefined) || null;
}

function readEnvFile(file) {
  try {
    return util.parseEnv(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
