import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { runProgram } from "./child.mjs";

const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];

/** A registry that says nothing is given up after two minutes, not npm's sixteen; the environment may differ. */
const patience = {
  npm_config_fetch_timeout: "30000",
  npm_config_fetch_retry_mintimeout: "2000",
  npm_config_fetch_retry_maxtimeout: "10000",
};

/** Runs npm with this Node, so that it picks the packages that fit it. Gives npm's exit code. */
export async function runNpm(args, { limitMs = 15 * 60_000, cwd, onOutput } = {}) {
  const npm = findNpm();
  if (!npm) {
    console.error("npm was not found. Install it, or start this with `npm start`.");
    return 127;
  }
  const env = {
    ...patience,
    ...process.env,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return runProgram(process.execPath, [npm, ...args, ...quiet], { env, limitMs, cwd, onOutput });
}

/** npm's own JavaScript file: the npm that started us, the one beside this Node, or the one on the PATH. */
function findNpm() {
  const started = process.env.npm_execpath;
  if (started && basename(started) === "npm-cli.js" && existsSync(started)) return started;
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter).filter(Boolean)];
  return folders.flatMap(toNpmFiles).find((file) => existsSync(file)) ?? null;
}

function toNpmFiles(folder) {
  const files = [
    join(folder, "node_modules/npm/bin/npm-cli.js"),
    join(folder, "../lib/node_modules/npm/bin/npm-cli.js"),
  ];
  const link = join(folder, "npm");
  if (existsSync(link) && basename(realpathSync(link)) === "npm-cli.js") files.push(realpathSync(link));
  return files;
}
