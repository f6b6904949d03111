import { buffer } from "node:stream/consumers";
import { IdempotencyStrategy, type Bucket, type File, type GetFilesResponse } from "@google-cloud/storage";
import { applicationDefault, cert, initializeApp, type Credential } from "firebase-admin/app";
import { getStorage } from "firebase-admin/storage";
import { randomUUID } from "node:crypto";
import {
  checkBlobQuery,
  checkContentType,
  toBlobPage,
  type Blob,
  type BlobPage,
  type BlobQuery,
  type BlobStore,
} from "./blobs";
import { createRefusal, isAbsent, isPassing, toBucketError } from "./bucket-errors";
import { parseBlobPath } from "./paths";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/errors";

/** Without `credentials` the platform's own account is used. */
export type BucketConfig = {
  bucket: string;
  projectId: string;
  credentials?: { clientEmail: string; privateKey: string };
  /** Another server than the vendor's, which is asked without credentials: `http://127.0.0.1:9199`. */
  endpoint?: string;
};

export type BucketOptions = BucketConfig & {
  /** For one call with its repetitions. */
  limitMs?: number;
  /** After how many milliseconds a call that failed for a moment is made again: one entry for each time. */
  retryDelaysMs?: readonly number[];
};

/**
 * Keeps each file as one object below `blobs/` in a bucket of Cloud Storage for Firebase. Opening asks
 * nobody; it throws `store_invalid` for a key that is none.
 */
export function openBucketBlobs(options: BucketOptions): BlobStore {
  const { limitMs = 60_000, retryDelaysMs = [300, 1500] } = options;
  const bucket = openBucket(options);
  const toFile = (path: string) => bucket.file(toName(path));
  const reach = <T>(work: () => Promise<T>) => reachBucket(work, { limitMs, retryDelaysMs });

  return {
    async put(path, bytes, { contentType }) {
      const file = toFile(path);
      checkContentType(contentType);
      const resumable = bytes.byteLength > resumableBytes;
      await reach(() =>
        file.save(bytes, { resumable, metadata: { contentType }, validation: "crc32c", timeout: limitMs }),
      );
    },
    async find(path) {
      const file = toFile(path);
      return reach(() => orIfAbsent(() => download(file), null));
    },
    async delete(path) {
      const file = toFile(path);
      await reach(() => remove(file));
    },
    async deleteTree(prefix) {
      const file = toFile(prefix);
      await reach(() => remove(file));
      for (;;) {
        const names = await reach(() => listNames(bucket, { prefix: `${file.name}/`, maxResults: treePage }));
        await reach(() => Promise.all(names.map(({ name }) => remove(bucket.file(name)))));
        if (names.length < treePage) return;
      }
    },
    async list(query) {
      checkBlobQuery(query);
      return reach(() => readPage(bucket, query));
    },
  };
}

const folder = "blobs/";
const treePage = 50;
/** Smaller files go in one request, which costs one instead of two. */
const resumableBytes = 5_000_000;

/** The vendor's door takes no limits and no other server: both are set on what it opens. */
function openBucket({
  bucket: name,
  projectId,
  credentials,
  endpoint,
  limitMs = 60_000,
}: BucketOptions): Bucket {
  const credential = openCredential(projectId, credentials);
  const bucket = getStorage(initializeApp({ projectId, credential }, randomUUID())).bucket(name);
  const { storage } = bucket;
  storage.timeout = limitMs;
  // It cannot repeat a download without an uncaught error, so repeating is done here for all calls alike.
  Object.assign(storage.retryOptions, {
    autoRetry: false,
    idempotencyStrategy: IdempotencyStrategy.RetryAlways,
  });
  if (endpoint !== undefined) askEndpoint(storage, endpoint);
  return bucket;
}

/** Throws `store_invalid` for a key that is none. */
function openCredential(projectId: string, credentials: BucketConfig["credentials"]): Credential {
  if (credentials === undefined) return applicationDefault();
  try {
    return cert({ projectId, ...credentials });
  } catch (error) {
    throw createRefusal(error);
  }
}

/** Another server, which is asked without credentials. */
function askEndpoint(storage: Bucket["storage"], endpoint: string): void {
  storage.apiEndpoint = endpoint;
  storage.baseUrl = `${endpoint}/storage/v1`;
  storage.customEndpoint = true;
  storage.authClient.authorizeRequest = async (request) => ({ ...request, url: request?.url ?? "" });
}

function toName(path: string): string {
  return `${folder}${parseBlobPath(path).join("/")}`;
}

async function download(file: File): Promise<Blob> {
  const stream = file.createReadStream({ validation: "crc32c" });
  let contentType = "";
  stream.once("response", ({ headers }: { headers: Record<string, string | undefined> }) => {
    contentType = headers["content-type"] ?? "application/octet-stream";
  });
  const bytes = new Uint8Array(await buffer(stream));
  return { bytes, contentType, size: bytes.byteLength };
}

async function remove(file: File): Promise<void> {
  await orIfAbsent<unknown>(() => file.delete(), null);
}

async function orIfAbsent<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbsent(error)) return otherwise;
    throw error;
  }
}

async function readPage(bucket: Bucket, { cursor, limit }: BlobQuery): Promise<BlobPage> {
  // The page begins with the cursor's file, if still there, and has one more to see whether any follows.
  const start = cursor === undefined ? {} : { startOffset: toName(cursor) };
  const files = await listNames(bucket, { prefix: folder, ...start, maxResults: limit + 2 });
  const blobs = files.map(({ name, size }) => ({ path: name.slice(folder.length), size }));
  return toBlobPage(blobs[0]?.path === cursor ? blobs.slice(1) : blobs, limit);
}

type Listing = { prefix: string; startOffset?: string; maxResults: number };

/** As many as asked for, unless there are no more: a server may give fewer at a time. */
async function listNames(
  bucket: Bucket,
  { maxResults, ...query }: Listing,
): Promise<{ name: string; size: number }[]> {
  const found: { name: string; size: number }[] = [];
  let next: object | null = query;
  while (next !== null && found.length < maxResults) {
    const page: GetFilesResponse = await bucket.getFiles({
      ...next,
      autoPaginate: false,
      maxResults: maxResults - found.length,
    });
    found.push(...page[0].map(({ name, metadata }) => ({ name, size: Number(metadata.size ?? 0) })));
    next = page[1] ?? null;
  }
  return found;
}

type RetryLimits = { limitMs: number; retryDelaysMs: readonly number[] };

/** For calls that may run twice: within a time limit, with bounded repetitions, failing with our errors. */
async function reachBucket<T>(work: () => Promise<T>, { limitMs, retryDelaysMs }: RetryLimits): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const ending = new AbortController();
  const timer = setTimeout(
    () => reject(new AppError("store_unavailable", "Storage takes too long to answer. Try again.")),
    limitMs,
  );
  try {
    return await Promise.race([repeat(work, retryDelaysMs, ending.signal), late]);
  } catch (error) {
    throw toBucketError(error);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

async function repeat<T>(work: () => Promise<T>, delays: readonly number[], signal: AbortSignal): Promise<T> {
  const [delay, ...later] = delays;
  try {
    return await work();
  } catch (error) {
    if (delay === undefined || !isPassing(error) || signal.aborted) throw error;
    await wait(delay, undefined, { signal });
    return repeat(work, later, signal);
  }
}
