import { installPackages } from "./install.mjs";
import { withLock } from "./lock.mjs";

/** Installs what is missing of "start" or "all" packages; on failure it says why and exits. */
export async function prepareOrExit(wanted = "all") {
  try {
    await withLock(() => installPackages(wanted));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
