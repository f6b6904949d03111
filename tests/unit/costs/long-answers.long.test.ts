import { describe, expect, it } from "vitest";
import { openStore } from "@/lib/store/open";
import { createBilledStore, sumCalls, type BilledStore, type StoreCall } from "@/tests/support/billed-store";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { readEvents } from "@/tests/support/read-events";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const emulator = await findSharedEmulator();
const seconds = 12;

/** Two instances over one Firestore, whose calls are counted apart, and a model that speaks for 12 seconds, ten times a second. */
async function openPair(): Promise<{ services: TestServices; store: BilledStore }[]> {
  const chunks = Array.from({ length: seconds * 10 }, (_, index) => `word${index} `);
  const provider = await startProviderServer(() => ({
    parts: [{ type: "text", chunks }],
    delayMs: 100,
    usage: { input: 20, output: 120 },
  }));
  closeAfter(provider);
  const env = {
    ...{
      FIREBASE_PROJECT_ID: createProjectId(),
      FIRESTORE_EMULATOR_HOST: emulator ?? "",
      AUTH_SECRET: "s".repeat(32),
    },
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
  };
  const open = async () => {
    const opened: BilledStore[] = [];
    const openBilled = async (config: Parameters<typeof openStore>[0]) => {
      const store = createBilledStore(await openStore(config));
      opened.push(store);
      return store;
    };
    const services = await openTestServices(env, undefined, { openStore: openBilled });
    closeAfter({ close: () => services.dispose() });
    const [store = expect.fail("The store was not opened.")] = opened;
    return { services, store };
  };
  return Promise.all([open(), open()]);
}

/** What a reply of so many seconds may write while it is made: a batch for each window that it touches and one for its end, and its heartbeats. */
const mostBatches = (length: number) => Math.floor(length / 1.1) + 3;
const mostBeats = (length: number) => Math.ceil(length / 5);

/** The lease is made with the question and marked as ended with the reply. */
const beginAndEnd = 2;
const isBatch = ({ collection }: StoreCall) => collection === "running/log";
const isLease = ({ collection }: StoreCall) => collection === "running";

describe.skipIf(emulator === null)("an answer of a minute, on Firestore", () => {
  it("is at most 81 writes, by what 12 seconds of it cost, and its reader elsewhere reads each batch once", async () => {
    const [worker = expect.fail(), reader = expect.fail()] = await openPair();
    await Promise.all([worker.services.settings.get(), reader.services.settings.get()]);
    await Promise.all([worker.store.take(), reader.store.take()]);
    const started = await worker.services.runs.start("owner", toQuestion("Count"));
    const followed = readEvents(
      (await reader.services.runs.follow("owner", "c1")) ?? expect.fail("Nothing runs."),
    );
    const { metadata } = await started.reply;
    await Promise.all([followed, worker.services.settleBackground()]);
    const [made, read] = [await worker.store.take(), await reader.store.take()];

    const took = ((metadata?.endedAt ?? 0) - (metadata?.startedAt ?? 0)) / 1000;
    const batches = sumCalls(made.filter(isBatch)).writes;
    const beats = sumCalls(made.filter(isLease)).writes - beginAndEnd;
    const rest = sumCalls(made).writes - batches - beats;
    const minute = rest + mostBatches(60) + mostBeats(60);
    console.info(
      `${took.toFixed(1)} s: ${batches} batches, ${beats} heartbeats, ${rest} writes at begin and end; 60 s: at most ${minute} writes, and a deletion for each batch`,
    );
    console.info(
      `its reader elsewhere: ${sumCalls(read.filter(isBatch)).reads} reads of the log, ${sumCalls(read.filter(isLease)).reads} of the lease, ${sumCalls(read).reads} in all`,
    );

    expect(batches).toBeLessThanOrEqual(mostBatches(took));
    expect(beats).toBeLessThanOrEqual(mostBeats(took));
    // Among them the job that puts what was said into the index.
    expect(rest).toBeLessThanOrEqual(12);
    expect(minute).toBeLessThanOrEqual(81);
    expect(sumCalls(read.filter(isBatch)).reads).toBeLessThanOrEqual(batches + 2);
    expect(sumCalls(read).writes).toBe(0);
  });
});
