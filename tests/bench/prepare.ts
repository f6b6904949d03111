import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./children";
import { bareFolder, benchFolder, productDistDir, root, workFolder } from "./folders";
import { installBare } from "./install-bare";

const buildLimitMs = 10 * 60_000;

/** Builds the product when its sources are newer than its build, and the bare application; `isBuilt`: takes what there is. */
export async function prepareBuilds({ isBuilt }: { isBuilt: boolean }): Promise<void> {
  mkdirSync(workFolder, { recursive: true });
  if (!isBuilt) await buildProduct();
  if (!existsSync(join(root, productDistDir, "BUILD_ID")))
    throw new Error(`There is no build of the product in ${productDistDir}.`);
  if (isBuilt && existsSync(join(bareFolder, ".next/BUILD_ID"))) return;
  installBare({ root, source: join(benchFolder, "bare"), target: bareFolder });
  await runChild(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: bareFolder,
    limitMs: buildLimitMs,
  });
}

/** By the same rules as `npm start`, into a folder of the bench's own. */
async function buildProduct(): Promise<void> {
  const program = `const { buildProduct } = await import("./scripts/lib/build.mjs"); await buildProduct({ distDir: ${JSON.stringify(productDistDir)} });`;
  await runChild(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    limitMs: buildLimitMs,
  });
}
