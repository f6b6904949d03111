// Serves the build in NEXT_DIST_DIR at HOST and PORT as `next start` does, but with the configuration that
// the build has resolved, the way the server of a standalone output is started: no configuration is compiled
// again, which would take 25 MB and some time.
import { readFileSync } from "node:fs";
import { createRequire, enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { findPortProblem } from "./port.mjs";
import { root } from "./root.mjs";

const hostname = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";
const problem = await findPortProblem(hostname, port);
if (problem) {
  console.error(problem);
  process.exit(1);
}
// Next's banner is for a terminal: what the server says stands in its log, on standard error.
if (!process.stdout.isTTY) console.log = () => {};

const distDir = process.env.NEXT_DIST_DIR || ".next";
const { config } = JSON.parse(readFileSync(join(root, distDir, "required-server-files.json"), "utf8"));
process.env.NODE_ENV = "production";
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
process.chdir(root);
// What was compiled at one start is compiled for the next, where the folder may be written to.
enableCompileCache(join(root, distDir, "cache/compiled"));

// V8 forgets the bytecode of what a few collections did not see run: whoever asks after a pause would wait a
// millisecond longer. It is 6 MB.
setFlagsFromString("--no-flush-bytecode");

const fromHere = createRequire(join(root, "package.json"));
fromHere("next");
const { startServer } = fromHere("next/dist/server/lib/start-server");
startServer({
  dir: root,
  isDev: false,
  config,
  hostname,
  port: Number(port),
  // Longer than nginx (60 s) and Caddy (2 minutes) keep an idle connection: none reuses one that closes.
  keepAliveTimeout: 125_000,
  allowRetry: false,
}).catch((error) => {
  console.error(error);
  process.exit(1);
});
