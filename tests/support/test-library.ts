import { createAllRecords } from "@/lib/features/records";
import type { JobPlace } from "@/lib/data/jobs";
import type { HandbookDeps } from "@/lib/features/documents/handbook";
import { createLibrary } from "@/lib/features/documents/library-service";
import type { ReadFile } from "@/lib/features/documents/read-documents";
import { AppError } from "@/lib/errors";
import { createJobs } from "@/lib/jobs/jobs";
import { createLog } from "@/lib/log";
import { defaultSettings } from "@/lib/protocol/settings";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";

export type Indexed = Map<string, { text: string; attributes: string }>;

/** What stands in the index, by scope and document. It outlives a process. */
export function createTestIndex(indexed: Indexed = new Map()): HandbookDeps["index"] {
  return {
    indexDocument({ id }, document, { text }) {
      indexed.set(`${id}#${document.id}`, { text, attributes: document.tags.join() });
      return Promise.resolve({ chunks: text.split("\n\n").length, isWordsOnly: true });
    },
    setAttributes({ id }, document) {
      const before = indexed.get(`${id}#${document.id}`);
      if (before) indexed.set(`${id}#${document.id}`, { ...before, attributes: document.tags.join() });
      return Promise.resolve();
    },
    delete: ({ id }, documentId) => Promise.resolve(void indexed.delete(`${id}#${documentId}`)),
    deleteScope: ({ id }) =>
      Promise.resolve(
        [...indexed.keys()].filter((key) => key.startsWith(`${id}#`)).forEach((key) => indexed.delete(key)),
      ),
    isEmpty: () => Promise.resolve(![...indexed.keys()].some((key) => key.startsWith("handbook#"))),
  };
}

/** Text files as they are. A file that says so is locked, broken or too slow. */
const readPlainFile: ReadFile = ({ bytes, name, password }) => {
  const text = new TextDecoder().decode(bytes);
  if (name.endsWith(".png")) return refuse("unsupported_media");
  if (text === "locked" && password !== "open") return refuse("page_refused");
  if (text === "broken") return refuse("page_unavailable");
  if (text === "slow") return refuse("timeout");
  const about = { kind: "text" as const, title: name, pages: [0], isCut: false };
  return Promise.resolve({ ...about, markdown: text });
};

function refuse(code: "page_refused" | "page_unavailable" | "timeout" | "unsupported_media"): Promise<never> {
  return Promise.reject(new AppError(code, "The test wants it so."));
}

export type TestLibraryOptions = {
  indexed?: Indexed;
  limitBytes?: number | null;
  readFile?: ReadFile;
  clock?: { now: number };
};

/** The library over a store and blobs, as one process has it; `sweep` is another process looking for work. */
export function openTestLibrary(store: Store, blobs: BlobStore, options: TestLibraryOptions = {}) {
  const {
    indexed = new Map(),
    limitBytes = null,
    readFile = readPlainFile,
    clock = { now: 1_000 },
  } = options;
  const now = () => clock.now;
  const settings = { defaults: defaultSettings, onUnreadable: () => undefined };
  const records = createAllRecords(store, blobs, {
    now,
    settings,
    shareSecret: "only for these pages",
  });
  const pending: Promise<unknown>[] = [];
  const searched: string[][] = [];
  let made = 0;
  const closing = new AbortController();
  const library = createLibrary({
    ...records,
    files: records.documentFiles,
    mark: records.handbookMark,
    readFile,
    index: createTestIndex(indexed),
    search: ({ strategy, scopes }) => {
      searched.push(scopes.map(({ id }) => id));
      return Promise.resolve({ results: [], total: 0, strategy, costMicroUsd: 0 });
    },
    readPages: () => Promise.resolve([{ name: "keys.md", text: "# Keys\n\nSet one in the panel." }]),
    listPeople: () => Promise.resolve({ people: [{ id: "u1" }], cursor: null }),
    readLimitBytes: () => Promise.resolve(limitBytes),
    payFor: (_userId, work) => work(),
    onLeft: () => undefined,
    newId: () => `v${(made += 1)}-${Math.random().toString(36).slice(2)}`,
    now,
    runJob: (place: JobPlace) => jobs.run(place),
    inBackground: (_event, work) => void pending.push(work.catch(() => undefined)),
  });
  const jobs = createJobs({
    records: records.jobs,
    works: library.jobs,
    log: createLog("silent"),
    now,
    closing: closing.signal,
  });
  return {
    library,
    records,
    indexed,
    /** The ids of the scopes of each search. */
    searched,
    clock,
    jobs,
    closing,
    settle: () => Promise.all(pending),
    /** Somebody looks for work after so long, until none is due. */
    async sweepAfter(ms: number): Promise<void> {
      clock.now += ms;
      while ((await jobs.sweep()) > 0);
    },
  };
}
export type TestLibrary = ReturnType<typeof openTestLibrary>;

export function toFile(name: string, text: string, collectionId: string | null = null) {
  return { name, mediaType: "text/plain", bytes: new TextEncoder().encode(text), collectionId };
}
