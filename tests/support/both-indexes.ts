import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ChunkIndex, DocumentChunks } from "@/lib/store/chunks/chunk-index";
import { openChunkIndex } from "@/lib/store/chunks/open";
import { openBlobs, openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator, openEmulatedStore } from "./find-emulator";
import { requireIndexes } from "./needed-index";
import { makeTemporaryFolder } from "./temporary-folder";

export type OpenIndex = { index: ChunkIndex; close: () => Promise<void> };

const emulator = await findSharedEmulator();

/** For `describe.each`: the index in a file, and the one of files with each store. Each opens empty. */
export const allIndexes: { name: string; openIndex: () => Promise<OpenIndex> }[] = [
  {
    name: "the embedded index",
    openIndex: () =>
      openInFolder(async (dataDir) => ({
        index: await openChunkIndex({ driver: "embedded", dataDir, onSetAside: () => undefined }),
      })),
  },
  {
    name: "the index of files, listed in the embedded store",
    openIndex: () => openFiles((dataDir) => openStore({ driver: "embedded", dataDir })),
  },
  ...(emulator === null
    ? []
    : [
        {
          name: "the index of files, listed in Firestore",
          openIndex: () => openFiles(() => openEmulatedStore(emulator)),
        },
      ]),
];

function openFiles(open: (dataDir: string) => Promise<Store>): Promise<OpenIndex> {
  return openInFolder(async (dataDir) => {
    const store = await open(dataDir);
    const blobs = await openBlobs({ driver: "disk", dataDir });
    return { store, index: await openChunkIndex({ driver: "blobs", store: requireIndexes(store), blobs }) };
  });
}

async function openInFolder(
  open: (dataDir: string) => Promise<{ index: ChunkIndex; store?: Store }>,
): Promise<OpenIndex> {
  const dataDir = await mkdtemp(join(tmpdir(), "sextant-index-"));
  const { index, store } = await open(dataDir);
  return {
    index,
    async close() {
      await index.close();
      await store?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Closed with its test. */
export async function openEmbeddedIndex(
  dataDir = makeTemporaryFolder(),
  onSetAside: (file: string) => void = () => undefined,
): Promise<ChunkIndex> {
  const index = await openChunkIndex({ driver: "embedded", dataDir, onSetAside });
  onTestFinished(() => index.close());
  return index;
}

/** A document whose chunks are these texts. */
export function toDocument(documentId: string, texts: readonly string[], more: Partial<DocumentChunks> = {}) {
  const chunks = texts.map((text, at) => ({
    id: `${documentId}-${at}`,
    text,
    place: JSON.stringify({ start: at }),
  }));
  return { documentId, attributes: { title: documentId }, model: null, chunks, ...more };
}

/** As `toDocument`, with vectors of the model `m`. */
export function toVectors(
  documentId: string,
  texts: readonly string[],
  vectors: readonly (readonly number[])[],
) {
  const plain = toDocument(documentId, texts);
  const chunks = plain.chunks.map((chunk, at) => ({ ...chunk, vector: toUnit(vectors[at] ?? []) }));
  return { ...plain, model: "m", chunks };
}

export function toUnit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}
