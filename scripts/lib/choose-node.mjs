import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { becomeProgram } from "./child.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import { runPhase } from "./phase.mjs";
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
  if (!node) refuseOldNode();
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
  becomeProgram(node, process.argv.slice(1), { env });
  await new Promise(() => {});
}

/** Says what to do and exits when this Node is too old. */
export function refuseOldNode() {
  if (isSupported(process.versions.node)) return;
  console.error(
    `Install Node 24 from https://nodejs.org and try again. Sextant needs ${oldest.major}.${oldest.minor} or newer, and this is ${process.versions.node}.`,
  );
  process.exit(1);
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
  const words = {
    doing: `Node ${process.versions.node} is too old: downloading Node 24 into tools/node`,
    done: "Downloaded Node",
    failed: "A newer Node could not be downloaded",
  };
  const fetchNode = async (onOutput) => {
    const code = await runNpm(["ci", "--prefix", folder, "--include=optional"], { onOutput });
    // npm takes an optional package that it cannot fetch for one that is not meant for this machine.
    if (code !== 0 || canRun(node)) return code;
    onOutput(`The package registry did not give node-linux-${process.arch}.`);
    return 1;
  };
  await withLock(async () => canRun(node) || (await runPhase(words, fetchNode))).catch(({ message }) =>
    console.error(message),
  );
  return canRun(node) ? node : null;
}

function canRun(node) {
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && isSupported(stdout.trim().replace(/^v/, ""));
}
