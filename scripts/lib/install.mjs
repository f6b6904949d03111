import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { runPhase } from "./phase.mjs";
import { ensureRoom } from "./room.mjs";
import { root } from "./root.mjs";
import { hashFiles, readStamp, writeStamp } from "./stamp.mjs";

/** On Linux, a tenth more than measured. */
const megabytes = { start: 1350, all: 1650 };

/**
 * Installs what the lockfile names unless it is there: for "start" what building and serving need, for "all"
 * the developers' tools too. Tools that are there stay. Throws when npm fails.
 */
export async function installPackages(wanted = "all", { folder = root } = {}) {
  const file = join(folder, "node_modules/.sextant-stamp");
  const lock = hashFiles(folder, [join(folder, "package-lock.json")]);
  const found = readStamp(file);
  if (found === `all ${lock}` || found === `${wanted} ${lock}`) return;
  const set = hasTools(folder) ? "all" : wanted;
  // What is there is deleted first.
  if (!existsSync(join(folder, "node_modules"))) ensureRoom(folder, megabytes[set], "Installing");
  rmSync(file, { force: true });
  // To what a start has installed the tools are added; anything else is made anew.
  const command = found === `start ${lock}` ? ["install", "--no-save"] : ["ci"];
  // Neither NODE_ENV=production nor a person's own settings decide what is left out.
  const args = [...command, set === "all" ? "--include=dev" : "--omit=dev", "--include=optional"];
  const words = {
    doing: "Installing packages",
    done: "Installed packages",
    failed: "The packages could not be installed",
  };
  await runPhase(words, async (onOutput) => {
    const code = await runNpm(args, { cwd: folder, onOutput });
    const missing = code === 0 ? listMissing(folder, set) : [];
    if (missing.length === 0) return code;
    onOutput(`The package registry did not give ${missing.join(", ")}. Start again to fetch the rest.`);
    return 1;
  });
  writeStamp(file, `${set} ${lock}`);
}

function hasTools(folder) {
  return Object.values(readPackages(join(folder, "node_modules/.package-lock.json"))).some(({ dev }) => dev);
}

/** npm takes an optional package that it cannot fetch for one of another machine, and says nothing. */
function listMissing(folder, set) {
  const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  const isFor = (list, own) => list === undefined || list.includes(own);
  return Object.entries(readPackages(join(folder, "package-lock.json")))
    .filter(([, { dev, optional, os }]) => optional && os && (set === "all" || !dev))
    .filter(([, { os, cpu }]) => isFor(os, process.platform) && isFor(cpu, process.arch))
    .filter(([path, pack]) => isFor(pack.libc, libc) && !existsSync(join(folder, path)))
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/** The packages of a lockfile by their places; none when there is no such file. */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
