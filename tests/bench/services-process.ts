import { parseEnv } from "@/lib/env";
import { createServices } from "@/lib/server/create-services";
import { openBlobs, openStore } from "@/lib/store/open";
import { createUnloggedStore } from "./log-stores";
import { serveRoutes } from "./serve-routes";

/** The product's routes over its own services in a process of their own, with the log of runs or without. Prints its port. */
const [dataDir = "", providerUrl = "", log = "on"] = process.argv.slice(2);
const env = parseEnv({
  LOG_LEVEL: "error",
  DATA_DIR: dataDir,
  LOCAL_BASE_URL: `${providerUrl}/v1`,
  MODEL_MAIN: "local:bench",
  MODEL_LITE: "offline:guide",
});
const open: typeof openStore = async (config) =>
  log === "on" ? openStore(config) : createUnloggedStore(await openStore(config));
const services = await createServices(env, { openStore: open, openBlobs, now: () => Date.now() });
await services.settings.update({ messagesPerDay: null }, 0, "bench");
const server = await serveRoutes(services);
console.log(new URL(server.url).port);
