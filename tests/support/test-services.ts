import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "@/lib/env";
import type { Platform } from "@/lib/server/core-services";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs, openStore } from "@/lib/store/open";

export type TestServices = Services & { dataDir: string; dispose(): Promise<void> };

/** The product's own services over a fresh folder, with the environment that the test wants. */
export async function openTestServices(
  env: Record<string, string> = {},
  dataDir?: string,
  outside: Partial<Platform> = {},
): Promise<TestServices> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), "sextant-")));
  const parsed = parseEnv({
    LOG_LEVEL: "silent",
    MEDIAWIKI_URL: "http://127.0.0.1:9",
    DATA_DIR: folder,
    ...env,
  });
  const services = await createServices(parsed, { openStore, openBlobs, now: () => Date.now(), ...outside });
  return {
    ...services,
    dataDir: folder,
    async dispose() {
      await services.close();
      // A thread that is ended in the middle of a write may leave its file a moment later.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A question as the browser posts it. */
export function toQuestion(text: string, ids: { conversation?: string; message?: string } = {}) {
  return {
    id: ids.conversation ?? "c1",
    trigger: "submit-message" as const,
    message: { id: ids.message ?? "m1", role: "user" as const, parts: [{ type: "text" as const, text }] },
    options: {},
  };
}
