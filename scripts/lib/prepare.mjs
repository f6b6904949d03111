import { installPackages } from "./install.mjs";
import { withLock } from "./lock.mjs";

/** Installs what is missing; on failure it says why and exits. */
export async function prepareOrExit() {
  try {
    await withLock(installPackages);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
