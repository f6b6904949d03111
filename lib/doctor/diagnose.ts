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
import { isRoot } from "@/lib/net/render-page";
import type { Finding } from "./finding";
import { toFailure } from "./finding";

export type DiagnoseOptions = {
  source: Record<string, string | undefined>;
  /** The composite indexes that the store's queries need. */
  indexes: CompositeIndex[];
  newId: () => string;
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
    text: `readable; documents go to ${env.STORE}${env.isHosted ? ", on a hosting platform" : ""}`,
  };
  if (env.isHosted && (env.FIRESTORE_EMULATOR_HOST ?? env.STORAGE_EMULATOR_HOST) !== undefined) {
    yield {
      check: "environment",
      status: "failed",
      text: "an emulator is named, which nobody reaches from there: unset FIRESTORE_EMULATOR_HOST and STORAGE_EMULATOR_HOST",
    };
  }
  for (const check of listChecks(env, { indexes, newId, signal })) {
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

/** Where pages would be drawn without a sandbox they are not drawn. */
export function checkBrowser({ BROWSER_PATH }: Pick<Env, "BROWSER_PATH">, isRunByRoot: boolean): Finding[] {
  if (BROWSER_PATH === undefined) return [];
  return [
    isRunByRoot
      ? {
          check: "browser",
          status: "missing",
          text: "Chromium has no sandbox for root, so no page is drawn: run the server as another user",
        }
      : { check: "browser", status: "ok", text: "pages may be drawn, in Chromium's sandbox" },
  ];
}

function listChecks(
  env: Env,
  { indexes, newId, signal }: Omit<DiagnoseOptions, "source">,
): (() => Promise<Finding[]> | Finding[])[] {
  const store = toStoreConfig(env);
  const blobs = toBlobConfig(env);
  return [
    () => checkSecret(env),
    () => checkAccounts(env),
    () => checkProvider(env, signal),
    () => checkMail(env),
    () => checkModels(env),
    () => checkBrowser(env, isRoot()),
    () => checkStore(store, newId),
    () => (store.driver === "firestore" ? checkRules(store, newId, signal) : []),
    () => (store.driver === "firestore" ? checkIndexes(store, indexes) : []),
    () => checkBlobs(blobs, newId),
    () => (blobs.driver === "bucket" ? checkBucketRules(blobs, signal) : []),
  ];
}
