import type { Env } from "@/lib/env";
import type { BlobConfig, StoreConfig } from "@/lib/store/open";

/** Where the environment wants documents to live. */
export function toStoreConfig(env: Env): StoreConfig {
  if (env.STORE === "embedded" || env.FIREBASE_PROJECT_ID === undefined)
    return { driver: "embedded", dataDir: env.DATA_DIR };
  const emulator =
    env.FIRESTORE_EMULATOR_HOST === undefined ? {} : { emulatorHost: env.FIRESTORE_EMULATOR_HOST };
  return { driver: "firestore", projectId: env.FIREBASE_PROJECT_ID, ...toCredentials(env), ...emulator };
}

/** Where the environment wants files to live: in the bucket it names, else on this disk. */
export function toBlobConfig(env: Env): BlobConfig {
  if (env.FIREBASE_STORAGE_BUCKET === undefined || env.FIREBASE_PROJECT_ID === undefined)
    return { driver: "disk", dataDir: env.DATA_DIR };
  const endpoint = env.STORAGE_EMULATOR_HOST === undefined ? {} : { endpoint: env.STORAGE_EMULATOR_HOST };
  return {
    driver: "bucket",
    bucket: env.FIREBASE_STORAGE_BUCKET,
    projectId: env.FIREBASE_PROJECT_ID,
    ...toCredentials(env),
    ...endpoint,
  };
}

function toCredentials({ FIREBASE_CLIENT_EMAIL: clientEmail, FIREBASE_PRIVATE_KEY: privateKey }: Env) {
  return clientEmail === undefined || privateKey === undefined
    ? {}
    : { credentials: { clientEmail, privateKey } };
}
