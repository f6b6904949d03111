import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toBody, toEntries, type RunEntry } from "@/lib/engine/log/entries";
import type { Platform } from "@/lib/server/core-services";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { closeAfter, read } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { Answer } from "@/tests/support/wire/reply";
import { readTold, type Script, type Told } from "./instances";

/** The product over a folder, with the store that it works with. */
export type Opened = { services: TestServices; store: Store };
type Opening = {
  env?: Record<string, string>;
  folder?: string;
  outside?: Partial<Platform>;
  wrap?: (store: Store) => Store;
};

/** Says two words, and nothing more. */
export const stalled: Answer = {
  parts: [{ type: "text", chunks: ["One ", "two ", "three"] }],
  stallAfter: 3,
};

export async function openProvider(script: Script): Promise<ProviderServer> {
  const provider = await startProviderServer(script);
  closeAfter(provider);
  return provider;
}

/** A process that works with a folder: a new one, or what another process left. */
export async function openProcess(
  provider: ProviderServer,
  { env = {}, folder, outside = {}, wrap = (store) => store }: Opening = {},
): Promise<Opened> {
  const opened: Store[] = [];
  const openWrapped: Platform["openStore"] = async (config) => {
    const store = wrap(await openStore(config));
    opened.push(store);
    return store;
  };
  const services = await openTestServices({ ...toEnv(provider), ...env }, folder, {
    ...outside,
    openStore: openWrapped,
  });
  closeAfter({ close: () => services.dispose() });
  return { services, store: opened[0] ?? expect.fail("The store was not opened.") };
}

const toEnv = ({ url }: ProviderServer) => ({
  LOCAL_BASE_URL: `${url}/v1`,
  MODEL_MAIN: "local:test",
  MODEL_LITE: "offline:guide",
});

export type Pair = {
  first: TestServices;
  second: TestServices;
  store: Store;
  provider: ProviderServer;
  /** Lets the store's time go on. */ pass: (ms: number) => void;
};

/** Two instances over one store, neither of which is alone. */
export async function openPair(
  script: Script,
  {
    env = {},
    wrapFirst = (store) => store,
    wrapSecond = (store) => store,
  }: {
    env?: Record<string, string>;
    wrapFirst?: (store: Store) => Store;
    wrapSecond?: (store: Store) => Store;
  } = {},
): Promise<Pair> {
  const provider = await openProvider(script);
  let aheadMs = 0;
  const store = await openEmbeddedStore({ dataDir: await makeFolder(), now: () => Date.now() + aheadMs });
  closeAfter({ close: () => store.close() });
  const shared = {
    FIREBASE_PROJECT_ID: "test-shared",
    FIRESTORE_EMULATOR_HOST: "127.0.0.1:9",
    AUTH_SECRET: "s".repeat(32),
  };
  const open = async (wrap: (store: Store) => Store) => {
    const openShared = async () => wrap({ ...store, close: async () => undefined });
    const services = await openTestServices({ ...toEnv(provider), ...shared, ...env }, undefined, {
      openStore: openShared,
    });
    closeAfter({ close: () => services.dispose() });
    return services;
  };
  return {
    first: await open(wrapFirst),
    second: await open(wrapSecond),
    store,
    provider,
    pass: (ms) => void (aheadMs += ms),
  };
}

/** Holds a store's transactions back from when it is closed until it is opened, at the end of the test at the latest. */
export function createGate() {
  const opened = Promise.withResolvers<void>();
  const isReached = Promise.withResolvers<void>();
  let isClosed = false;
  return {
    wrap: (store: Store): Store => ({
      ...store,
      async transaction(work) {
        if (isClosed) isReached.resolve();
        if (isClosed) await opened.promise;
        return store.transaction(work);
      },
    }),
    /** Resolves when something is held back. */
    close(): Promise<void> {
      isClosed = true;
      // Later than the store, so that it is opened before that is closed.
      closeAfter({ close: async () => opened.resolve() });
      return isReached.promise;
    },
    open: () => opened.resolve(),
  };
}

const makeFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), "sextant-cut-"));

/** The state of the folder as another process would find it after a crash. */
export async function copyFolder({ dataDir }: TestServices): Promise<string> {
  const folder = await makeFolder();
  await cp(dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
  return folder;
}

/** Goes on with what was left, to its end, and gives the newest message. */
export async function goOn(services: TestServices): Promise<ChatMessage> {
  await Promise.all(await services.runs.sweep());
  return (await read(services)).messages.at(-1) ?? expect.fail("There is no message.");
}

export const readUntil = (stream: ReadableStream<Uint8Array>, words: string): Promise<Told> =>
  readTold(stream, ({ text }) => text.includes(words));

export async function findRunId(store: Store): Promise<string> {
  const page = await store.list({ collection: "running", limit: 1 });
  return page.documents[0]?.id ?? expect.fail("Nothing runs.");
}

/** Waits until the log of the run in the store has these words. */
export async function untilLogged(store: Store, words: string): Promise<void> {
  const runId = await findRunId(store);
  const readLog = async () =>
    (await store.list({ collection: `running/${runId}/log`, limit: 100 })).documents
      .map(({ data }) => String(data["body"]))
      .join("\n");
  await expect.poll(readLog).toContain(words);
}

/** Leaves of the log what had been written when its worker died. */
export async function keepEntries(
  store: Store,
  isKept: (entry: RunEntry, index: number, all: readonly RunEntry[]) => boolean,
): Promise<void> {
  const collection = `running/${await findRunId(store)}/log`;
  const { documents } = await store.list({ collection, limit: 100 });
  const entries = documents.flatMap(({ data }) => toEntries({ body: String(data["body"]) }));
  for (const { path } of documents) await store.delete(path);
  await store.create(`${collection}/0001-0000001`, { after: null, body: toBody(entries.filter(isKept)) });
}
