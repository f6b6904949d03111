import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { becomeProgram } from "./child.mjs";
import { runNpm } from "./npm.mjs";
import { root } from "./root.mjs";

const oldest = { major: 22, minor: 13 };

/**
 * Returns when this Node is new enough. Otherwise it fetches one (Linux x64 and arm64, from the package
 * registry, pinned in tools/node), runs the same command with that one and never returns; elsewhere it says
 * what to do and exits.
 */
export async function ensureSupportedNode() {
  if (isSupported(process.versions.node)) return;
  const node = await openFetchedNode();
  if (!node) {
    console.error(
      `Install Node 24 from https://nodejs.org and try again. Sextant needs ${oldest.major}.${oldest.minor} or newer, and this is ${process.versions.node}.`,
    );
    process.exit(1);
  }
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  becomeProgram(node, process.argv.slice(1), { env });
  await new Promise(() => {});
}

/** Compares versions like "22.13.0" with the oldest that has everything the product uses. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

async function openFetchedNode() {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) return null;
  const folder = join(root, "tools/node");
  const node = join(folder, `node_modules/node-linux-${process.arch}/bin/node`);
  if (!canRun(node)) {
    console.log(`Node ${process.versions.node} is too old. Downloading a newer one into tools/node …`);
    const code = await runNpm(["ci", "--prefix", folder, "--include=optional"]);
    if (code !== 0) console.error("The newer Node could not be downloaded.");
  }
  return canRun(node) ? node : null;
}

function canRun(node) {
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && isSupported(stdout.trim().replace(/^v/, ""));
}
