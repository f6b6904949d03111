import { mkdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { AppError, findErrorCode, isAppError } from "@/lib/errors";
import { createUnavailable } from "@/lib/store/store-errors";
import type { ChunkIndex } from "./chunk-index";
import { createChunkThread, handOver, untilStopped } from "./chunk-thread";
import { checkAttributes, checkDocument, checkNames } from "./stage-chunks";

export type EmbeddedChunksOptions = {
  dataDir: string;
  /** A damaged index was moved to this file: all documents have to be indexed again. */
  onSetAside: (file: string) => void;
};

/** Pages of the file that each thread keeps in memory, once it has read them. */
const cacheKb = { writer: 32_000, reader: 32_000 };

/**
 * Keeps the index in `index.db` of `dataDir`, read and written by a thread each, which start when they are
 * needed. The file is derived: a damaged one is set aside, and the call that met it fails with
 * `store_invalid`.
 */
export function openEmbeddedChunks({ dataDir, onSetAside }: EmbeddedChunksOptions): ChunkIndex {
  makeFolder(dataDir);
  const file = join(/* turbopackIgnore: true */ dataDir, "index.db");
  const writer = createChunkThread({ file, cacheKb: cacheKb.writer });
  const reader = createChunkThread({ file, cacheKb: cacheKb.reader });
  let settingAside: Promise<void> = Promise.resolve();

  async function setAside(): Promise<void> {
    await Promise.all([writer.restart(), reader.restart()]);
    const aside = `${file}.broken-${Date.now()}`;
    for (const ending of ["", "-wal", "-shm"]) await renameIfThere(`${file}${ending}`, `${aside}${ending}`);
    onSetAside(aside);
  }

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    await settingAside;
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.code !== "store_invalid") throw error;
      settingAside = settingAside.then(setAside);
      await settingAside;
      const message = "The index of the documents was damaged and has to be built again.";
      throw new AppError("store_invalid", message, { cause: error });
    }
  }

  return {
    async put(scope, { chunks, ...document }) {
      checkDocument(scope, { ...document, chunks });
      await guard(() => handOver(writer, chunks, (name) => writer.call("put", name, scope, document)));
    },
    async setAttributes(scope, documentId, attributes) {
      checkNames(scope, documentId);
      checkAttributes(attributes);
      await guard(() => writer.call("setAttributes", scope, documentId, attributes));
    },
    delete: (scope, documentId) => guard(() => writer.call("delete", scope, documentId)),
    deleteScope: (scope) => guard(() => writer.call("deleteScope", scope)),
    listDocuments: (scope) => guard(() => reader.call("listDocuments", scope)),
    search: (query, signal) => untilStopped(signal, () => guard(() => reader.call("search", query))),
    read: (scope, documentId, range = { from: 0, count: Infinity }) =>
      guard(() => reader.call("read", scope, documentId, range)),
    async close() {
      await Promise.all([writer.close(), reader.close()]);
    },
  };
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw createUnavailable(error);
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (findErrorCode(error) !== "ENOENT") throw createUnavailable(error);
  }
}
