import type { protos } from "@google-cloud/firestore-api";
import { v1 } from "firebase-admin/firestore";
import { type CancellableStream, GoogleAuth, googleAuthLibrary, grpc } from "google-gax";
import { createPrivateKey } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FirestoreConfig } from "./firestore-config";
import { createCredentialsError, toFirestoreError } from "./firestore-errors";
import { createUnavailable } from "./store-errors";

export type FirestoreCallOptions = ReturnType<typeof toCallOptions>;
export type GeneratedClient = InstanceType<typeof v1.FirestoreClient>;
export type ClientCall<T> = (client: GeneratedClient, options: FirestoreCallOptions) => Promise<T>;

export type FirestoreConnection = {
  /** Gives up after `limitMs` (10 seconds by default); every failure becomes an `AppError`. */
  call<T>(work: ClientCall<T>, limitMs?: number): Promise<T>;
  /** Opens a stream of answers to one request. Never fails: it ends. */
  listen(request: ListenRequest, onResponse: (response: ListenResponse) => void): ListenStream;
  close(): Promise<void>;
};

export type ListenRequest = { database: string } & protos.google.firestore.v1.IListenRequest;
export type ListenResponse = protos.google.firestore.v1.IListenResponse;
/** `ended` resolves when the stream is over, for whatever reason; after `end` nothing more is told. */
export type ListenStream = { ended: Promise<void>; end(): void };

const defaultLimitMs = 10_000;
/** A stream that lives longer is reopened, in case its connection has died unnoticed. */
const streamLimitMs = 30 * 60_000;

/** Connects at the first call. The generated client lets us say deadlines, retries and preconditions. */
export function createFirestoreConnection(config: FirestoreConfig): FirestoreConnection {
  const options = toOptions(config);
  const headers = config.emulatorHost === undefined ? {} : { Authorization: "Bearer owner" };
  let client = new v1.FirestoreClient(options);

  // A first connection that failed would be remembered for ever.
  async function connect(): Promise<GeneratedClient> {
    const current = client;
    try {
      await current.initialize();
    } catch (error) {
      if (client === current) client = new v1.FirestoreClient(options);
      throw error;
    }
    return current;
  }

  return {
    call(work, limitMs = defaultLimitMs) {
      const attempt = async () => work(await connect(), toCallOptions(limitMs, headers));
      return limit(attempt(), limitMs);
    },
    listen: (request, onResponse) => {
      const open = async () =>
        (await connect()).listen(toCallOptions(streamLimitMs, { ...headers, ...toRouting(request) }));
      return openListenStream(open, request, onResponse);
    },
    close: () => client.close(),
  };
}

function openListenStream(
  open: () => Promise<CancellableStream>,
  request: ListenRequest,
  onResponse: (response: ListenResponse) => void,
): ListenStream {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let stream: CancellableStream | null = null;
  let isOver = false;

  function end(): void {
    isOver = true;
    stream?.cancel();
    resolve();
  }

  async function start(): Promise<void> {
    const opened = await open();
    // Its errors come after a cancellation, too, so there is somebody to hear them as long as it lives.
    opened.on("error", end).on("end", end).on("close", end);
    opened.on("data", (response: ListenResponse) => !isOver && onResponse(response));
    stream = opened;
    if (isOver) opened.cancel();
    else opened.write(request);
  }

  start().catch(end);
  return { ended, end };
}

// The client sees no request when it opens such a stream, so it cannot say which database it is for.
function toRouting({ database }: ListenRequest): Record<string, string> {
  return {
    "google-cloud-resource-prefix": database,
    "x-goog-request-params": `database=${encodeURIComponent(database)}`,
  };
}

// We do not leave it to the library to try again: its waits add up to minutes.
function toCallOptions(timeout: number, headers: Record<string, string>) {
  return {
    timeout,
    retry: { retryCodes: [] },
    retryRequestOptions: { retries: 0, noResponseRetries: 0 },
    otherArgs: { headers },
  };
}

// The library's own deadline does not cover its signing in.
async function limit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController();
  const late = wait(limitMs + 500, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(createUnavailable()),
  );
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
    // Otherwise clients of the same server share one connection, and its bounds.
    "grpc.use_local_subchannel_pool": 1,
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
  const watched = { ...common, ...keepAlive };
  if (credentials === undefined) return watched;
  checkKey(credentials.privateKey);
  return { ...watched, auth: toAuth(credentials) };
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

// A connection that went away without a word is noticed within 40 seconds; without calls or listeners nothing
// is sent. Not for the emulator, which takes it for an attack.
const keepAlive = { "grpc.keepalive_time_ms": 30_000, "grpc.keepalive_timeout_ms": 10_000 };

function checkKey(privateKey: string): void {
  try {
    createPrivateKey(privateKey);
  } catch (error) {
    throw createCredentialsError(error);
  }
}
