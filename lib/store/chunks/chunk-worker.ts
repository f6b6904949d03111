import { parentPort, workerData } from "node:worker_threads";
import { AppError, toAppError, type ErrorCode } from "@/lib/errors";
import { toStoreError } from "@/lib/store/sqlite-errors";
import { openChunkDatabase, type ChunkDatabase } from "./chunk-database";
import type { DocumentChunks, NewChunk } from "./chunk-index";
import { toSegmentFiles, type SegmentFiles } from "./segment";
import { createSegmentSearch, type LoadFile } from "./segment-search";
import { createStaged, stageChunks, type StagedChunks } from "./stage-chunks";

/** What the thread is for: a database in this file, or files that it asks for. */
export type ChunkThreadData = { file: string; cacheKb: number } | { file: null };

type Segments = ReturnType<typeof createSegmentSearch>;
type Output<METHOD extends (...args: never[]) => unknown> = Awaited<ReturnType<METHOD>>;

/** What the thread does. A document comes in pieces under a name of the caller's, then is put or built. */
export type ChunkCalls = {
  stage(name: string, chunks: readonly NewChunk[]): void;
  drop(name: string): void;
  put(name: string, scope: string, document: Omit<DocumentChunks, "chunks">): void;
  setAttributes(...args: Parameters<ChunkDatabase["setAttributes"]>): void;
  delete(...args: Parameters<ChunkDatabase["delete"]>): void;
  deleteScope(...args: Parameters<ChunkDatabase["deleteScope"]>): void;
  listDocuments(...args: Parameters<ChunkDatabase["listDocuments"]>): Output<ChunkDatabase["listDocuments"]>;
  search(...args: Parameters<ChunkDatabase["search"]>): Output<ChunkDatabase["search"]>;
  read(...args: Parameters<ChunkDatabase["read"]>): Output<ChunkDatabase["read"]>;
  build(name: string, hasVectors: boolean): SegmentFiles;
  searchSegments(...args: Parameters<Segments["search"]>): Output<Segments["search"]>;
  readSegment(...args: Parameters<Segments["read"]>): Output<Segments["read"]>;
};

export type ToThread =
  | { kind: "call"; id: number; name: keyof ChunkCalls; args: unknown[] }
  | { kind: "file"; id: number; bytes: Uint8Array | null; problem: string | null };
export type FromThread =
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; code: ErrorCode; message: string; cause: string }
  | { kind: "load"; id: number; path: string };

type Methods = { [NAME in keyof ChunkCalls]: (...args: Parameters<ChunkCalls[NAME]>) => unknown };

const staged = new Map<string, StagedChunks>();
const loading = new Map<
  number,
  { resolve: (bytes: Uint8Array | null) => void; reject: (error: Error) => void }
>();
let loads = 0;
let methods: Promise<Methods> | null = null;

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "call") void answer(message);
  else finishLoad(message);
});

async function answer({ id, name, args }: Extract<ToThread, { kind: "call" }>): Promise<void> {
  try {
    const method = (await getMethods())[name] as (...args: unknown[]) => unknown;
    post({ kind: "answer", id, value: await method(...args) });
  } catch (error) {
    const { code, message, cause } = toAppError(toStoreError(error));
    post({
      kind: "failure",
      id,
      code,
      message,
      cause: cause instanceof Error ? (cause.stack ?? cause.message) : "",
    });
  }
}

/** What could not be opened is tried again with the next call. */
function getMethods(): Promise<Methods> {
  methods ??= openMethods().catch((error: unknown) => {
    methods = null;
    throw error;
  });
  return methods;
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function openMethods(): Promise<Methods> {
  const segments = createSegmentSearch(load);
  const { file, cacheKb } = { cacheKb: 0, ...(workerData as ChunkThreadData) };
  const database =
    file === null ? null : openChunkDatabase((await import("node:sqlite")).DatabaseSync, file, cacheKb);
  const open = () => {
    if (database === null) throw new AppError("internal", "This thread has no database.");
    return database;
  };
  return {
    stage(name, chunks) {
      const document = staged.get(name) ?? createStaged();
      staged.set(name, document);
      stageChunks(document, chunks);
    },
    drop: (name) => void staged.delete(name),
    put: (name, scope, document) => open().put(scope, document, take(name)),
    setAttributes: (...args) => open().setAttributes(...args),
    delete: (...args) => open().delete(...args),
    deleteScope: (...args) => open().deleteScope(...args),
    listDocuments: (...args) => open().listDocuments(...args),
    search: (...args) => open().search(...args),
    read: (...args) => open().read(...args),
    build: (name, hasVectors) => toSegmentFiles(take(name), hasVectors),
    searchSegments: segments.search,
    readSegment: segments.read,
  };
}

/** A document without chunks comes without pieces. */
function take(name: string): StagedChunks {
  const found = staged.get(name) ?? createStaged();
  staged.delete(name);
  return found;
}

const load: LoadFile = (path) => {
  const id = (loads += 1);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  loading.set(id, { resolve, reject });
  post({ kind: "load", id, path });
  return promise;
};

function finishLoad({ id, bytes, problem }: Extract<ToThread, { kind: "file" }>): void {
  const waiting = loading.get(id);
  loading.delete(id);
  if (problem === null) waiting?.resolve(bytes);
  else waiting?.reject(new AppError("store_unavailable", problem));
}
