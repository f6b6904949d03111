import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { openBlobs, openStore } from "@/lib/store/open";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { importFromFile } from "@/lib/features/transfer/import-file";
import { createProjectId, findSharedEmulator } from "./find-emulator";
import { makeTemporaryFolder } from "./temporary-folder";
import { openTestServices, type TestServices } from "./test-services";
import { startProviderServer, type ProviderServer } from "./wire/provider-server";

const fixture = fileURLToPath(new URL("../fixtures/store-v1/", import.meta.url));
/** Where the picture lay; by its own name the build would take it for a file that the product reads. */
const picture = "blobs/users/owner/files/122df98d-7676-426d-b23e-90373f5a1045~file";
/** With it the keys of the fixture were encrypted; it guards nothing. */
const authSecret = "only-for-the-fixture-of-a-store-00000000";
const emulator = await findSharedEmulator();

export type OpenedStore = { services: TestServices; provider: ProviderServer; clock: { aheadMs: number } };

/** The store that the first landed version left behind, opened by this version with each driver. */
export const oldStores: { name: string; isSameDay: boolean; open: () => Promise<OpenedStore> }[] = [
  { name: "the embedded store", isSameDay: true, open: openCopied },
  ...(emulator === null ? [] : [{ name: "Firestore", isSameDay: false, open: () => openImported(emulator) }]),
];

/** A minute after the fixture's last moment. */
const brokenOffAt = Date.parse("2026-11-20T10:31:00Z");

async function openCopied(): Promise<OpenedStore> {
  const dataDir = makeTemporaryFolder();
  // What was only half written when the process died is not kept in version control.
  cpSync(`${fixture}sextant.db`, `${dataDir}/sextant.db`);
  cpSync(`${fixture}picture.bin`, `${dataDir}/${picture}`);
  const clock = { aheadMs: brokenOffAt - Date.now() };
  const now = () => Date.now() + clock.aheadMs;
  return openServices({}, dataDir, clock, {
    now,
    openStore: () => openEmbeddedStore({ dataDir, now }),
  });
}

/** Firestore's clock cannot be set: there it is today. */
async function openImported(host: string): Promise<OpenedStore> {
  const dataDir = makeTemporaryFolder();
  const projectId = createProjectId();
  const config = { driver: "firestore" as const, projectId, emulatorHost: host };
  const store = await openStore(config);
  const openPlace = async () => ({ store, blobs: await openBlobs({ driver: "disk", dataDir }) });
  const { signal } = new AbortController();
  await importFromFile({ openPlace, file: `${fixture}export.jsonl`, merge: false, signal });
  await store.close();
  const env = { STORE: "firestore", FIREBASE_PROJECT_ID: projectId, FIRESTORE_EMULATOR_HOST: host };
  return openServices(env, dataDir, { aheadMs: 0 }, {});
}

async function openServices(
  env: Record<string, string>,
  dataDir: string,
  clock: { aheadMs: number },
  platform: Parameters<typeof openTestServices>[2],
): Promise<OpenedStore> {
  const provider = await startProviderServer(() => ({
    parts: [{ type: "text", chunks: ["Said by the newer version."] }],
    usage: { input: 20, output: 5 },
  }));
  onTestFinished(() => provider.close());
  const models = {
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    AUTH_SECRET: authSecret,
  };
  const services = await openTestServices({ ...models, ...env }, dataDir, platform);
  onTestFinished(() => services.dispose());
  return { services, provider, clock };
}
