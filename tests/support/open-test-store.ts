import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BlobStore } from "@/lib/store/blobs";
import { openBlobs, openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { onTestFinished } from "vitest";
import { requireIndexes } from "./needed-index";

/**
 * An embedded store in a fresh folder, closed and removed when the test is over. It fails on a query whose index
 * `firestore.indexes.json` lacks.
 */
export async function openTestStore(): Promise<Store> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-"));
  const store = await openStore({ driver: "embedded", dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return requireIndexes(store);
}

/** Files in a fresh folder, removed when the test is over. */
export async function openTestBlobs(): Promise<BlobStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return openBlobs({ driver: "disk", dataDir });
}

const refuse = (): Promise<never> => Promise.reject(new Error("No file belongs to this test."));
/** For what keeps nothing as a file. */
export const noBlobs: BlobStore = {
  put: refuse,
  find: refuse,
  delete: refuse,
  deleteTree: refuse,
  list: refuse,
};

/** Ids that count up: `a1`, `a2`, … padded so that their first 8 characters differ. */
export function createCountingIds(): () => string {
  let last = 0;
  return () => `id${String((last += 1)).padStart(6, "0")}`;
}
