import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDiskBlobs } from "@/lib/store/disk-blobs";
import { openEmbeddedStore } from "@/lib/store/embedded";
import type { DocumentData } from "@/lib/store/store";
import { exportToFile } from "@/lib/features/transfer/export-file";
import { importFromFile } from "@/lib/features/transfer/import-file";
import type { Stores } from "@/lib/features/transfer/source";
import { scanStore } from "@/tests/support/scan-store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

export const never = new AbortController().signal;

type Place = Stores & { dataDir: string };

/** An embedded store with files on disk, which whoever opens it closes. */
export async function openStores(dataDir: string): Promise<Place> {
  return { store: await openEmbeddedStore({ dataDir }), blobs: await openDiskBlobs({ dataDir }), dataDir };
}

/** The same, closed after the test. */
export async function openPlace(dataDir = makeTemporaryFolder()): Promise<Place> {
  const place = await openStores(dataDir);
  onTestFinished(() => place.store.close());
  return place;
}

export type Filling = { documents: number; files: number };

/** Documents of several people with every kind of value, and files up to a few hundred kilobytes. */
export async function fillPlace({ store, blobs }: Stores, { documents, files }: Filling): Promise<void> {
  for (let from = 0; from < documents; from += 400) {
    const count = Math.min(400, documents - from);
    await store.batch(
      Array.from({ length: count }, (_, n) => ({
        kind: "set",
        path: toPath(from + n),
        data: toData(from + n),
      })),
    );
  }
  for (let n = 0; n < files; n += 1) {
    await blobs.put(`users/u${n % 3}/files/f${n}`, toBytes(n), {
      contentType: n % 2 === 0 ? "image/png" : 'text/plain; note="a b"',
    });
  }
}

/** Everything a store holds, by address. */
export async function readPlace({ store, blobs }: Stores): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const { path, data } of await scanStore(store)) found.set(path, data);
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await blobs.list({ cursor, limit: 500 });
    for (const { path } of page.blobs) found.set(`file ${path}`, await blobs.find(path));
    cursor = page.cursor;
  }
  return found;
}

export async function exportPlace(
  place: Stores,
  file = join(makeTemporaryFolder(), "export.jsonl"),
): Promise<string> {
  await exportToFile({
    place,
    source: "test",
    file,
    createdAt: new Date("2026-11-20T12:00:00Z"),
    signal: never,
  });
  return file;
}

export function importInto(place: Stores, file: string, { merge = false } = {}) {
  return importFromFile({ openPlace: async () => place, file, merge, signal: never });
}

/** Changes lines of an export and makes its last line say what they hash to, as somebody would who wants it to pass. */
export function rewriteExport(file: string, change: (line: string) => string): void {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").map(change);
  const body = `${lines.slice(0, -1).join("\n")}\n`;
  const footer = JSON.parse(lines.at(-1) ?? "{}") as object;
  writeFileSync(
    file,
    `${body}${JSON.stringify({ ...footer, sha256: createHash("sha256").update(body).digest("hex") })}\n`,
  );
}

function toPath(n: number): string {
  return n % 5 === 0 ? `users/u${n}` : `users/u${n % 7}/messages/m${n}`;
}

function toData(n: number): DocumentData {
  return {
    z: n,
    at: n / 3,
    name: `Zoë ${n} 船`,
    text: "x".repeat((n * 37) % 2500),
    nested: { b: [1, null, { q: -0.5, on: n % 2 === 0 }], a: "" },
  };
}

function toBytes(n: number): Uint8Array {
  return Uint8Array.from({ length: (n * 70_001) % 300_000 }, (_, at) => (at * (n + 3)) % 256);
}
