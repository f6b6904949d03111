import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import type { BlobLine, DocumentLine } from "./format";
import { toBlobLine } from "./format";
import { isLeftOut } from "./left-out";
import type { Totals } from "./tally";
import { createTally } from "./tally";
import { createStopped } from "./transfer-errors";

export type Stores = { store: Store; blobs: BlobStore };
export type FoundBlob = { line: BlobLine; bytes: Uint8Array };
type Paged<T> = { entries: T[]; cursor: string | null };

const documentsInPage = 250;
const blobsInPage = 100;
/** So many files are in memory and on the way at once. */
export const blobsAtOnce = 8;

/** Every document that travels, page by page, from the cursor on. */
export async function* readDocuments(
  { store }: Stores,
  from: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Paged<DocumentLine>> {
  let next: string | null | undefined = from;
  while (next !== null) {
    checkSignal(signal);
    const { documents, cursor } = await store.scan({ cursor: next, limit: documentsInPage });
    const entries = documents
      .filter(({ path }) => !isLeftOut(path))
      .map(({ path, data }): DocumentLine => ({ kind: "document", path, data }));
    yield { entries, cursor };
    next = cursor;
  }
}

/** Every file with its bytes, in pages of `blobsAtOnce`; files deleted meanwhile are left out. */
export async function* readBlobs(
  { blobs }: Stores,
  from: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Paged<FoundBlob>> {
  let next: string | null | undefined = from;
  while (next !== null) {
    const page = await blobs.list({ cursor: next, limit: blobsInPage });
    for (const group of toGroups(page.blobs, blobsAtOnce)) {
      checkSignal(signal);
      const found = await Promise.all(group.map(({ path }) => findBlob(blobs, path)));
      yield { entries: found.filter((blob) => blob !== null), cursor: group.at(-1)?.path ?? null };
    }
    next = page.cursor;
  }
}

/** Reads everything that is there. */
export async function countAll(place: Stores, signal: AbortSignal): Promise<Totals> {
  const tally = createTally();
  for await (const { entries } of readDocuments(place, undefined, signal)) entries.forEach(tally.addDocument);
  for await (const { entries } of readBlobs(place, undefined, signal))
    for (const { line } of entries) tally.addBlob(line);
  return tally.toTotals();
}

export async function findBlob(blobs: BlobStore, path: string): Promise<FoundBlob | null> {
  const blob = await blobs.find(path);
  return blob && { line: toBlobLine(path, blob), bytes: blob.bytes };
}

export function checkSignal(signal: AbortSignal): void {
  if (signal.aborted) throw createStopped();
}

function toGroups<T>(entries: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) =>
    entries.slice(n * size, (n + 1) * size),
  );
}
