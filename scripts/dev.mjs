import { nextProgram } from "./lib/build.mjs";
import { becomeProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { findSetting } from "./lib/settings.mjs";

await ensureSupportedNode();
await prepareOrExit();
const host = findSetting("HOST") ?? "127.0.0.1";
const port = findSetting("PORT") ?? "3000";
const env = { ...process.env, HOST: host, PORT: port, NEXT_TELEMETRY_DISABLED: "1" };
becomeProgram(process.execPath, [nextProgram, "dev", "-H", host, "-p", port, ...process.argv.slice(2)], {
  env,
});
