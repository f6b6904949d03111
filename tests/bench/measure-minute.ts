import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { parseEnv } from "@/lib/env";
import { createServices } from "@/lib/server/create-services";
import { openBlobs, openStore } from "@/lib/store/open";
import { createBilledStore, sumCalls, type BilledStore } from "@/tests/support/billed-store";
import type { FirestoreEmulator } from "@/tests/support/firestore-emulator";
import { toQuestion } from "./answer-text";
import { toRow, type PartResult } from "./row";
import { startProvider } from "./servers";

const seconds = 60;
const mostWrites = 80;

/** What an answer of a minute, 50 tokens a second, writes to Firestore from the question to its end: exact numbers. */
export async function measureMinute(emulator: FirestoreEmulator): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-minute-"));
  const provider = await startProvider();
  const stores: BilledStore[] = [];
  const env = parseEnv({
    ...{
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:bench",
      MODEL_LITE: "offline:guide",
    },
    ...{
      FIREBASE_PROJECT_ID: `bench-${randomUUID().slice(0, 18)}`,
      FIRESTORE_EMULATOR_HOST: emulator.host,
      AUTH_SECRET: "s".repeat(32),
    },
  });
  const openBilled: typeof openStore = async (config) => {
    const store = createBilledStore(await openStore(config));
    stores.push(store);
    return store;
  };
  const services = await createServices(env, { openStore: openBilled, openBlobs, now: () => Date.now() });
  try {
    await Promise.all(stores.map((store) => store.take()));
    const text = toQuestion({ kind: "numbers", tokens: seconds * 50, paceMs: 20 });
    const parts = [{ type: "text" as const, text }];
    const started = await services.runs.start(localOwner.id, {
      id: "minute",
      trigger: "submit-message",
      message: { id: "m1", role: "user", parts },
      options: {},
    });
    await started.reply;
    await services.settleBackground();
    const calls = (await Promise.all(stores.map((store) => store.take()))).flat();
    const { writes, reads, deletes } = sumCalls(calls);
    const batches = sumCalls(calls.filter(({ collection }) => collection === "running/log")).writes;
    const measure = `an answer of ${seconds} s on Firestore: writes (${batches} of them batches of its log; ${reads} reads, ${deletes} deletions)`;
    return {
      rows: [toRow({ part: "instances", measure, unit: "documents", product: writes, atMost: mostWrites })],
      raw: { writes, reads, deletes, batches },
    };
  } finally {
    await services.close();
    await provider.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
