import type { Env } from "@/lib/env";
import { parseEnv } from "@/lib/env";
import { toBlobConfig, toStoreConfig } from "@/lib/server/store-config";
import { checkAccounts } from "./check-accounts";
import { checkBlobs } from "./check-blobs";
import { checkIndexes } from "./check-indexes";
import type { CompositeIndex } from "./check-indexes";
import { checkMail } from "./check-mail";
import { checkModels } from "./check-models";
import { checkProvider } from "./check-provider";
import { checkBucketRules, checkRules } from "./check-rules";
import { checkSecret } from "./check-secret";
import { checkStore } from "./check-store";
import { checkBrowser, checkSearch, checkServices } from "./check-web";
import type { Finding } from "./finding";
import { toFailure } from "./finding";

export type DiagnoseOptions = {
  source: Record<string, string | undefined>;
  /** What the store's queries need. */
  indexes: CompositeIndex[];
  newId: () => string;
  /** Whether models, search engines and other services are asked, which may cost a little. */
  isAsking: boolean;
  signal: AbortSignal;
};

/**
 * Tries what a deployment with this environment would need, finding by finding. It writes below `doctor/`
 * only and takes that away again. Throws only when `signal` does; no finding repeats a secret's value.
 */
export async function* diagnose({
  source,
  indexes,
  newId,
  isAsking,
  signal,
}: DiagnoseOptions): AsyncGenerator<Finding> {
  const env = readSource(source);
  if ("finding" in env) {
    yield env.finding;
    return;
  }
  yield {
    check: "environment",
    status: "ok",
    text: `can be read; STORE is ${env.STORE}${env.isHosted ? ", on a hosting platform" : ""}`,
  };
  if (env.isHosted && (env.FIRESTORE_EMULATOR_HOST ?? env.STORAGE_EMULATOR_HOST) !== undefined) {
    yield {
      check: "environment",
      status: "failed",
      text: "remove FIRESTORE_EMULATOR_HOST and STORAGE_EMULATOR_HOST: a hosting platform cannot reach an emulator",
    };
  }
  for (const check of listChecks(env, { indexes, newId, isAsking, signal })) {
    signal.throwIfAborted();
    for (const finding of await check()) yield finding;
  }
}

function readSource(source: DiagnoseOptions["source"]): Env | { finding: Finding } {
  try {
    return parseEnv(source);
  } catch (error) {
    return { finding: toFailure("environment", error) };
  }
}

function listChecks(
  env: Env,
  { indexes, newId, isAsking, signal }: Omit<DiagnoseOptions, "source">,
): (() => Promise<Finding[]> | Finding[])[] {
  const store = toStoreConfig(env);
  const blobs = toBlobConfig(env);
  const ask = { isAsking, signal };
  return [
    () => checkSecret(env),
    () => checkAccounts(env, ask),
    () => checkProvider(env, signal),
    () => checkMail(env),
    () => checkModels(env, ask),
    () => checkSearch(env, ask),
    () => checkServices(env, ask),
    () => checkBrowser(env),
    () => checkStore(store, newId),
    () => (store.driver === "firestore" ? checkRules(store, newId, signal) : []),
    () => (store.driver === "firestore" ? checkIndexes(store, indexes) : []),
    () => checkBlobs(blobs, newId),
    () => (blobs.driver === "bucket" ? checkBucketRules(blobs, signal) : []),
  ];
}
