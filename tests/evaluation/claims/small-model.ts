import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "@/lib/env";
import { createLog } from "@/lib/log";
import { openCoreServices, realPlatform } from "@/lib/server/core-services";

/** The product's own way to a model, over an empty folder. */
export async function openSmallModel(ref: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-"));
  const env = parseEnv({ ...process.env, STORE: "embedded", DATA_DIR: folder, MODEL_LITE: ref });
  const { askSmall, store } = await openCoreServices(env, realPlatform, createLog("warn"));
  return {
    askSmall,
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
