import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "../..");
/** Everything the bench makes, and nothing else. */
export const workFolder = join(benchFolder, ".work");
export const bareFolder = join(workFolder, "bare");
/** A build of the product for the bench alone, so that a running server keeps its own. */
export const productDistDir = process.env.NEXT_DIST_DIR ?? ".next-bench";
