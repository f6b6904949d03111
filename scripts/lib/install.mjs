import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { root } from "./root.mjs";
import { hashFiles, hasStamp, writeStamp } from "./stamp.mjs";

/**
 * Installs the packages the lockfile names, unless exactly these were installed before. Throws when npm
 * fails.
 */
export async function installPackages() {
  const file = join(root, "node_modules/.sextant-stamp");
  const stamp = hashFiles(root, [join(root, "package-lock.json")]);
  if (hasStamp(file, stamp)) return;
  console.log("Installing packages (about a minute the first time) …");
  // NODE_ENV=production would leave out what the build needs.
  const code = await runNpm(["ci", "--include=dev", "--include=optional"]);
  if (code !== 0)
    throw new Error(
      `The packages could not be installed (npm ended with ${code}). Its output above says why.`,
    );
  writeStamp(file, stamp);
}
