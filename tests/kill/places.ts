import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { startApp, type AppServer } from "@/tests/support/app-server";
import type { FirestoreEmulator } from "@/tests/support/firestore-emulator";

/** Where runs are cut: a server that is killed, and one that goes on. */
export type Place = {
  url: string;
  /** Ends the server by SIGKILL, and gives the one that goes on, with the moment from which its time counts. */
  kill(): Promise<{ url: string; since: number }>;
  close(): Promise<void>;
};

export type PlaceOptions = { providerUrl: string; env?: Record<string, string> };

/** One server after the other on the same folder. */
export async function openEmbeddedPlace(options: PlaceOptions): Promise<Place> {
  const first = await startApp({ env: toEnv(options) });
  let second: AppServer | null = null;
  return {
    url: first.url,
    async kill() {
      await first.close({ signal: "SIGKILL", keepData: true });
      const since = Date.now();
      second = await startApp({ env: toEnv(options), dataDir: first.dataDir });
      return { url: second.url, since };
    },
    async close() {
      // The second one writes into the first one's folder, which goes when both have ended.
      await first.close({ signal: "SIGKILL", keepData: true });
      await second?.close({ signal: "SIGKILL", keepData: true });
      await rm(first.dataDir, { recursive: true, force: true });
    },
  };
}

/** Two servers over one project: the second takes over when the first one's lease is over. */
export async function openFirestorePlace(emulator: FirestoreEmulator, options: PlaceOptions): Promise<Place> {
  const project = {
    FIREBASE_PROJECT_ID: `kill-${randomUUID().slice(0, 18)}`,
    FIRESTORE_EMULATOR_HOST: emulator.host,
    AUTH_SECRET: "s".repeat(32),
  };
  const env = { ...toEnv(options), ...project };
  const [first, second] = await Promise.all([startApp({ env }), startApp({ env })]);
  return {
    url: first.url,
    async kill() {
      await first.close({ signal: "SIGKILL" });
      return { url: second.url, since: Date.now() };
    },
    async close() {
      await Promise.all([first.close({ signal: "SIGKILL" }), second.close({ signal: "SIGKILL" })]);
    },
  };
}

function toEnv({ providerUrl, env = {} }: PlaceOptions): Record<string, string> {
  return {
    LOCAL_BASE_URL: `${providerUrl}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    MAX_RUNS_PER_PERSON: "1000",
    ...env,
  };
}
