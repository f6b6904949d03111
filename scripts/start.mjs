import { buildProduct } from "./lib/build.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { installPackages } from "./lib/install.mjs";
import { withLock } from "./lib/lock.mjs";
import { findPortProblem } from "./lib/port.mjs";
import { serveProduct } from "./lib/serve.mjs";
import { findSetting } from "./lib/settings.mjs";

await ensureSupportedNode();
const host = findSetting("HOST") ?? "127.0.0.1";
const port = findSetting("PORT") ?? "3000";
const distDir = process.env.NEXT_DIST_DIR || ".next";

try {
  await refuseBusyPort();
  await withLock(async () => {
    await installPackages("start");
    await buildProduct({ distDir });
    // Another start may have taken the port while this one waited; the next one waits until this one has it.
    await refuseBusyPort();
    await serveProduct({ host, port, distDir, siteUrl: findSetting("AUTH_URL") });
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

async function refuseBusyPort() {
  const problem = await findPortProblem(host, port);
  if (problem) throw new Error(problem);
}
