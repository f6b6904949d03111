import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { runProgram } from "./child.mjs";

const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];

/** Runs npm with the given Node, so that it picks the packages that fit this Node. Gives npm's exit code. */
export async function runNpm(args, { node = process.execPath, limitMs = 15 * 60_000 } = {}) {
  const npm = findNpm();
  if (!npm) {
    console.error("npm was not found. Install it, or start this with `npm start`.");
    return 127;
  }
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", NEXT_TELEMETRY_DISABLED: "1" };
  return runProgram(node, [npm, ...args, ...quiet], { env, limitMs });
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
