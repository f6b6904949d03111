import { AppError } from "@/lib/errors";
import type { Write } from "@/lib/store/store";
import { toLine, type DocumentLine, type FooterLine } from "./format";
import { readExport } from "./read-export";
import {
  blobsAtOnce,
  checkSignal,
  countAll,
  findBlob,
  readDocuments,
  type FoundBlob,
  type Stores,
} from "./source";
import { createTally, isSame, type Totals } from "./tally";

export type ImportOptions = {
  /** Called when the file has been checked, so that a file that is refused touches nothing. */
  openPlace: () => Promise<Stores>;
  file: string;
  /** Into a store that holds other data: what the file has replaces what has the same address. */
  merge: boolean;
  signal: AbortSignal;
  onProgress?: (step: "checking" | "writing" | "verifying", totals: Totals) => void;
};

/** `written` counts what was not there already; `totals` is what the store was seen to hold afterwards. */
export type ImportReport = { totals: Totals; written: { documents: number; blobs: number } };

/**
 * Checks the whole file, writes what the store lacks, reads it back; if interrupted, the next call goes on.
 * Fails with `invalid_request` on a damaged file, `conflict` on other data in the store, before it writes.
 */
export async function importFromFile({
  openPlace,
  file,
  merge,
  signal,
  onProgress,
}: ImportOptions): Promise<ImportReport> {
  const footer = await check(file, signal, (totals) => onProgress?.("checking", totals));
  const place = await openPlace();
  const opened = await openImport({ place, footer, merge, signal });
  if (opened.state === "complete") return { totals: footer, written: { documents: 0, blobs: 0 } };

  const written = await write({
    place,
    file,
    signal,
    isEmpty: opened.state === "new",
    report: (totals) => onProgress?.("writing", totals),
  });
  onProgress?.("verifying", footer);
  const totals = opened.isMerge ? await countNamed(place, file, signal) : await countAll(place, signal);
  if (!isSame(totals, footer)) throw createMismatch(totals, footer);
  await opened.finish();
  return { totals, written };
}

const reportEvery = 1000;

/** Reads on after the footer too: nothing may follow it. */
async function check(
  file: string,
  signal: AbortSignal,
  report: (totals: Totals) => void,
): Promise<FooterLine> {
  const tally = createTally();
  let footer: FooterLine | null = null;
  let seen = 0;
  for await (const entry of readExport(file, signal)) {
    if (entry.kind === "footer") footer = entry;
    if (entry.kind === "document") tally.addDocument(entry);
    if (entry.kind === "blob") tally.addBlob(entry.line);
    seen += 1;
    if (seen % reportEvery === 0) report(tally.toTotals());
  }
  if (footer === null) throw new AppError("internal", `${file} could not be read to its end.`);
  return footer;
}

type ImportWork = {
  place: Stores;
  file: string;
  signal: AbortSignal;
  isEmpty: boolean;
  report: (totals: Totals) => void;
};

async function write({ place, file, signal, isEmpty, report }: ImportWork): Promise<ImportReport["written"]> {
  const tally = createTally();
  const written = { documents: 0, blobs: 0 };
  for await (const { documents, blobs } of readGroups(file, signal)) {
    checkSignal(signal);
    written.documents += await writeDocuments(place, documents, isEmpty);
    const saved = await Promise.all(blobs.map((blob) => writeBlob(place, blob, isEmpty)));
    written.blobs += saved.filter(Boolean).length;
    documents.forEach(tally.addDocument);
    for (const { line } of blobs) tally.addBlob(line);
    report(tally.toTotals());
  }
  return written;
}

type Group = { documents: DocumentLine[]; blobs: FoundBlob[] };
const groupLimits = { documents: 200, blobs: blobsAtOnce, bytes: 3_000_000 };

/** What is written at once: as many as a batch holds well in every store, and no more bytes than a few. */
async function* readGroups(file: string, signal: AbortSignal): AsyncGenerator<Group> {
  let group: Group = { documents: [], blobs: [] };
  let bytes = 0;
  for await (const entry of readExport(file, signal)) {
    if (entry.kind === "document") {
      group.documents.push(entry);
      bytes += toLine(entry).length;
    } else if (entry.kind === "blob") {
      group.blobs.push(entry);
      bytes += entry.bytes.byteLength;
    }
    const isFull =
      group.documents.length >= groupLimits.documents ||
      group.blobs.length >= groupLimits.blobs ||
      bytes >= groupLimits.bytes;
    if (!isFull && entry.kind !== "footer") continue;
    yield group;
    group = { documents: [], blobs: [] };
    bytes = 0;
  }
}

async function writeDocuments({ store }: Stores, lines: DocumentLine[], isEmpty: boolean): Promise<number> {
  const found = isEmpty ? [] : await store.findMany(lines.map(({ path }) => path));
  const missing = lines.filter((line, n) => {
    const there = found[n];
    return !there || !toLine(line).equals(toLine({ kind: "document", path: line.path, data: there.data }));
  });
  if (missing.length > 0)
    await store.batch(missing.map(({ path, data }): Write => ({ kind: "set", path, data })));
  return missing.length;
}

async function writeBlob({ blobs }: Stores, { line, bytes }: FoundBlob, isEmpty: boolean): Promise<boolean> {
  const found = isEmpty ? null : await findBlob(blobs, line.path);
  if (found && toLine(found.line).equals(toLine(line))) return false;
  await blobs.put(line.path, bytes, { contentType: line.contentType });
  return true;
}

/** What the store holds at the addresses that the file names. */
async function countNamed(place: Stores, file: string, signal: AbortSignal): Promise<Totals> {
  const tally = createTally();
  for await (const { documents, blobs } of readGroups(file, signal)) {
    const found = await place.store.findMany(documents.map(({ path }) => path));
    for (const document of found)
      if (document) tally.addDocument({ kind: "document", path: document.path, data: document.data });
    const files = await Promise.all(blobs.map(({ line }) => findBlob(place.blobs, line.path)));
    for (const blob of files) if (blob) tally.addBlob(blob.line);
  }
  return tally.toTotals();
}

function createMismatch(totals: Totals, footer: Totals): AppError {
  const toText = ({ documents, blobs }: Totals) => `${documents.count} documents and ${blobs.count} files`;
  const message =
    `The store does not hold what the file says: ${toText(totals)} were found, ${toText(footer)} were expected` +
    `${totals.documents.count === footer.documents.count && totals.blobs.count === footer.blobs.count ? ", and their contents differ" : ""}. ` +
    "Stop every server that writes into it and run the same command again.";
  return new AppError("conflict", message);
}

type OpenedImport =
  | { state: "complete" }
  /** `new`: nothing is imported yet. `continued`: some may be. */
  | { state: "new" | "continued"; isMerge: boolean; finish: () => Promise<void> };

type MergeOptions = { place: Stores; footer: FooterLine; merge: boolean; signal: AbortSignal };

const markPath = "transfers/import";

/**
 * Marks the store as one into which this file is being imported, so that another call may go on. Fails with
 * `conflict` when it holds other data, unless `merge`.
 */
async function openImport({ place, footer, merge, signal }: MergeOptions): Promise<OpenedImport> {
  const { store } = place;
  const mark = await store.find(markPath);
  const finish = () => store.delete(markPath);
  if (mark?.data["sha256"] === footer.sha256)
    return { state: "continued", isMerge: merge || mark.data["isMerge"] === true, finish };
  const isEmpty = mark === null && (await hasNothing(place, signal));
  if (!isEmpty && !merge) {
    if (mark === null && isSame(await countAll(place, signal), footer)) return { state: "complete" };
    throw createOccupiedError(mark !== null);
  }
  await store.set(markPath, { sha256: footer.sha256, isMerge: merge });
  return { state: isEmpty ? "new" : "continued", isMerge: merge, finish };
}

async function hasNothing(place: Stores, signal: AbortSignal): Promise<boolean> {
  for await (const { entries } of readDocuments(place, undefined, signal))
    if (entries.length > 0) return false;
  return (await place.blobs.list({ limit: 1 })).blobs.length === 0;
}

function createOccupiedError(hasMark: boolean): AppError {
  const reason = hasMark
    ? "An import of another file into this store was not finished"
    : "This store holds other data";
  return new AppError(
    "conflict",
    `${reason}. Import into an empty one, or add --merge to keep what is there beside what the file has.`,
  );
}
