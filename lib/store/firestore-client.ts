import { v1 } from "@google-cloud/firestore-api";
import type { protos } from "@google-cloud/firestore-api";
import { GoogleAuth, googleAuthLibrary, grpc } from "google-gax";
import { createPrivateKey } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createCredentialsError, createUnavailable, isUnavailable, toFirestoreError } from "./firestore-errors";
import type { FirestoreConfig } from "./firestore-config";
import type { FirestoreWrite } from "./firestore-writes";

type Types = typeof protos.google.firestore.v1;
export type FirestoreDocument = protos.google.firestore.v1.IDocument;
export type StructuredQuery = protos.google.firestore.v1.IStructuredQuery;
export type Timestamp = protos.google.protobuf.ITimestamp;

/** Where a read belongs: to a moment, or to a transaction that locks what it reads. */
export type ReadIn = { readTime?: Timestamp; transaction?: Uint8Array };
export type Documents = { documents: FirestoreDocument[]; readTime: Timestamp | null };

/** Firestore's calls that the store needs, each with a time limit, failing with an `AppError`. Paths are the store's own. */
export type FirestoreClient = {
  toName(path: string): string;
  toPath(name: string): string;
  /** Those that exist, each once. `ids` asks for no fields. */
  get(paths: string[], options?: ReadIn & { ids?: boolean; limitMs?: number }): Promise<Documents>;
  /** `parent` is a document's path, or empty. */
  query(parent: string, query: StructuredQuery, options?: ReadIn): Promise<Documents>;
  commit(writes: FirestoreWrite[], transaction?: Uint8Array): Promise<void>;
  begin(): Promise<Uint8Array>;
  rollback(transaction: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

const defaultLimitMs = 10_000;
const retryReadAfterMs = 200;

/** Connects at the first call. The generated client, because it lets us say deadlines, retries and preconditions ourselves. */
export function createFirestoreClient(config: FirestoreConfig): FirestoreClient {
  const database = `projects/${config.projectId}/databases/(default)`;
  const root = `${database}/documents`;
  const options = toOptions(config);
  const headers = config.emulatorHost === undefined ? {} : { Authorization: "Bearer owner" };
  let client = new v1.FirestoreClient(options);
  const toName = (path: string) => `${root}/${path}`;

  // A first connection that failed would be remembered for ever.
  async function connect(): Promise<v1.FirestoreClient> {
    const current = client;
    try {
      await current.initialize();
    } catch (error) {
      if (client === current) client = new v1.FirestoreClient(options);
      throw error;
    }
    return current;
  }

  function call<T>(work: (open: v1.FirestoreClient, options: CallOptions) => Promise<T>, limitMs = defaultLimitMs): Promise<T> {
    const attempt = async () => work(await connect(), toCallOptions(limitMs, headers));
    return limit(attempt(), limitMs);
  }

  async function read(open: (client: v1.FirestoreClient, options: CallOptions) => ReadStream, limitMs?: number): Promise<Documents> {
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
      read((open, callOptions) => open.runQuery({ parent: parent === "" ? root : toName(parent), structuredQuery, ...where }, callOptions)),
    async commit(writes, transaction) {
      await call((open, callOptions) => open.commit({ database, writes, ...(transaction ? { transaction } : {}) }, callOptions));
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
    close: () => client.close(),
  };
}

type CallOptions = ReturnType<typeof toCallOptions>;
type ReadResponse = Partial<InstanceType<Types["BatchGetDocumentsResponse"]>> & Partial<InstanceType<Types["RunQueryResponse"]>>;
type ReadStream = AsyncIterable<ReadResponse>;

// We do not leave it to the library to try again: its waits add up to minutes.
function toCallOptions(timeout: number, headers: Record<string, string>) {
  return { timeout, retry: { retryCodes: [] }, retryRequestOptions: { retries: 0, noResponseRetries: 0 }, otherArgs: { headers } };
}

async function collect(stream: ReadStream): Promise<Documents> {
  const result: Documents = { documents: [], readTime: null };
  for await (const { found, document, readTime } of stream) {
    const one = found ?? document;
    if (one) result.documents.push(one);
    if (readTime) result.readTime = readTime;
  }
  return result;
}

// The library's own deadline does not cover its signing in.
async function limit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController();
  const late = wait(limitMs + 500, undefined, { signal: timer.signal }).then(() => Promise.reject(createUnavailable()));
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw toFirestoreError(error);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

function toOptions({ projectId, credentials, emulatorHost }: FirestoreConfig) {
  const common = {
    projectId,
    // So that a server that was away is found again within two seconds of its return.
    "grpc.initial_reconnect_backoff_ms": 200,
    "grpc.max_reconnect_backoff_ms": 2000,
  };
  if (emulatorHost !== undefined) {
    const { hostname, port } = new URL(`http://${emulatorHost}`);
    const sslCreds = grpc.credentials.createInsecure();
    // With an account, even one that is never used, the library does not look for the platform's.
    return {
      ...common,
      servicePath: hostname,
      port: Number(port),
      sslCreds,
      auth: toAuth({ clientEmail: "nobody@localhost", privateKey: "" }),
    };
  }
  if (credentials === undefined) return common;
  checkKey(credentials.privateKey);
  return { ...common, auth: toAuth(credentials) };
}

function toAuth({ clientEmail, privateKey }: { clientEmail: string; privateKey: string }): GoogleAuth {
  const authClient = new googleAuthLibrary.JWT({
    email: clientEmail,
    key: privateKey,
    scopes: ["https://www.googleapis.com/auth/datastore"],
  });
  // The key signs our requests itself; no other server is asked for a token first.
  authClient.useJWTAccessWithScope = true;
  authClient.defaultServicePath = "firestore.googleapis.com";
  return new GoogleAuth({ authClient });
}

function checkKey(privateKey: string): void {
  try {
    createPrivateKey(privateKey);
  } catch (error) {
    throw createCredentialsError(error);
  }
}
