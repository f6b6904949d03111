import type { protos } from "@google-cloud/firestore-api";
import { setTimeout as wait } from "node:timers/promises";
import type { FirestoreConfig } from "./firestore-config";
import {
  createFirestoreConnection,
  type FirestoreCallOptions,
  type GeneratedClient,
  type ListenResponse,
  type ListenStream,
  type FirestoreConnection,
} from "./firestore-connection";
import { isUnavailable } from "./firestore-errors";
import type { FirestoreWrite } from "./firestore-writes";
import { createUnavailable } from "./store-errors";

type Types = typeof protos.google.firestore.v1;
export type FirestoreDocument = protos.google.firestore.v1.IDocument;
export type StructuredQuery = protos.google.firestore.v1.IStructuredQuery;
export type Timestamp = protos.google.protobuf.ITimestamp;

/** Where a read belongs: to a moment, or to a transaction that locks what it reads. */
export type ReadIn = { readTime?: Timestamp; transaction?: Uint8Array };
/** Each with the moment that it was read at, `null` where the answer names none. */
export type DocumentRead = FirestoreDocument & { readTime: Timestamp | null };
export type DocumentsRead = { documents: DocumentRead[]; readTime: Timestamp | null };

/** The calls the store needs, each with a time limit, failing with an `AppError`. Paths are the store's. */
export type FirestoreClient = {
  toName(path: string): string;
  toPath(name: string): string;
  /** Those that exist, each once. `ids` asks for no fields. */
  get(paths: string[], options?: ReadIn & { ids?: boolean; limitMs?: number }): Promise<DocumentsRead>;
  /** `parent` is a document's path, or empty. */
  query(parent: string, query: StructuredQuery, options?: ReadIn): Promise<DocumentsRead>;
  commit(writes: FirestoreWrite[], transaction?: Uint8Array): Promise<void>;
  begin(): Promise<Uint8Array>;
  rollback(transaction: Uint8Array): Promise<void>;
  listen(target: Target, onResponse: (response: ListenResponse) => void): ListenStream;
  close(): Promise<void>;
};

/** What a stream listens to. */
export type Target = Omit<protos.google.firestore.v1.ITarget, "targetId">;

const retryReadAfterMs = 200;
/** Each stream has one target. */
export const targetId = 1;

export function createFirestoreClient(config: FirestoreConfig): FirestoreClient {
  const database = `projects/${config.projectId}/databases/(default)`;
  const root = `${database}/documents`;
  const { call, listen, close } = createFirestorePool(config);
  const toName = (path: string) => `${root}/${path}`;

  async function read(
    open: (client: GeneratedClient, options: FirestoreCallOptions) => ReadStream,
    limitMs?: number,
  ): Promise<DocumentsRead> {
    const once = () => call((connected, callOptions) => collect(open(connected, callOptions)), limitMs);
    return once().catch(async (error: unknown) => {
      if (!(error instanceof Error) || !isUnavailable(error.cause)) throw error;
      await wait(retryReadAfterMs);
      return once();
    });
  }

  return {
    toName,
    toPath: (name) => name.slice(root.length + 1),
    async get(paths, { ids = false, limitMs, ...where } = {}) {
      const request = {
        database,
        documents: [...new Set(paths)].map(toName),
        ...(ids ? { mask: { fieldPaths: ["__name__"] } } : {}),
        ...where,
      };
      return read((open, callOptions) => open.batchGetDocuments(request, callOptions), limitMs);
    },
    query: (parent, structuredQuery, where = {}) =>
      read((open, callOptions) =>
        open.runQuery(
          { parent: parent === "" ? root : toName(parent), structuredQuery, ...where },
          callOptions,
        ),
      ),
    async commit(writes, transaction) {
      await call((open, callOptions) =>
        open.commit({ database, writes, ...(transaction ? { transaction } : {}) }, callOptions),
      );
    },
    async begin() {
      const [{ transaction }] = await call((open, callOptions) =>
        open.beginTransaction({ database, options: { readWrite: {} } }, callOptions),
      );
      if (!(transaction instanceof Uint8Array)) throw createUnavailable();
      return transaction;
    },
    async rollback(transaction) {
      await call((open, callOptions) => open.rollback({ database, transaction }, callOptions));
    },
    listen: (target, onResponse) => listen({ database, addTarget: { ...target, targetId } }, onResponse),
    close,
  };
}

type ReadResponse = Partial<InstanceType<Types["BatchGetDocumentsResponse"]>> &
  Partial<InstanceType<Types["RunQueryResponse"]>>;
type ReadStream = AsyncIterable<ReadResponse>;

async function collect(stream: ReadStream): Promise<DocumentsRead> {
  const result: DocumentsRead = { documents: [], readTime: null };
  for await (const { found, document, readTime } of stream) {
    if (readTime) result.readTime = readTime;
    const one = found ?? document;
    if (one) result.documents.push({ ...one, readTime: result.readTime });
  }
  return result;
}

/**
 * One connection that also makes the calls, more when many listen. Google's servers take 100 streams at once
 * on a connection; others wait until one ends, so a hundred listeners would hold up every call.
 */
function createFirestorePool(config: FirestoreConfig): FirestoreConnection {
  const first = createFirestoreConnection(config);
  const held = [{ connection: first, streams: 0 }];

  function addConnection() {
    const added = { connection: createFirestoreConnection(config), streams: 0 };
    held.push(added);
    return added;
  }

  return {
    call: first.call,
    listen(request, onResponse) {
      const place = held.find(({ streams }) => streams < maxStreams) ?? addConnection();
      place.streams += 1;
      const stream = place.connection.listen(request, onResponse);
      void stream.ended.then(() => (place.streams -= 1));
      return stream;
    },
    async close() {
      await Promise.all(held.map(({ connection }) => connection.close()));
    },
  };
}

/** Listeners on one connection: the other half is for calls. */
const maxStreams = 50;
