import { v1 } from "@google-cloud/firestore-api";
import { GoogleAuth, googleAuthLibrary, grpc } from "google-gax";
import { createPrivateKey } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FirestoreConfig } from "./firestore-config";
import { createCredentialsError, toFirestoreError } from "./firestore-errors";
import { createUnavailable } from "./store-errors";

export type CallOptions = ReturnType<typeof toCallOptions>;
export type Work<T> = (client: v1.FirestoreClient, options: CallOptions) => Promise<T>;

export type FirestoreConnection = {
  /** Gives the work up after `limitMs`, 10 seconds without; whatever goes wrong becomes an `AppError`. */
  call<T>(work: Work<T>, limitMs?: number): Promise<T>;
  close(): Promise<void>;
};

const defaultLimitMs = 10_000;

/** Connects at the first call. The generated client, because it lets us say deadlines, retries and preconditions ourselves. */
export function createFirestoreConnection(config: FirestoreConfig): FirestoreConnection {
  const options = toOptions(config);
  const headers = config.emulatorHost === undefined ? {} : { Authorization: "Bearer owner" };
  let client = new v1.FirestoreClient(options);

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

  return {
    call(work, limitMs = defaultLimitMs) {
      const attempt = async () => work(await connect(), toCallOptions(limitMs, headers));
      return limit(attempt(), limitMs);
    },
    close: () => client.close(),
  };
}

// We do not leave it to the library to try again: its waits add up to minutes.
function toCallOptions(timeout: number, headers: Record<string, string>) {
  return { timeout, retry: { retryCodes: [] }, retryRequestOptions: { retries: 0, noResponseRetries: 0 }, otherArgs: { headers } };
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
