import { createReadStream, createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError, findErrorCode, isAppError } from "@/lib/errors";
import { syncFolder } from "@/lib/store/sync-folder";
import type { HeaderLine } from "./format";
import { formatName, formatVersion, pieceBytes } from "./format";
import { withoutAddress } from "./left-out";
import type { PartialFile } from "./partial-file";
import { openPartialFile } from "./partial-file";
import type { FoundBlob, Stores } from "./source";
import { readBlobs, readDocuments } from "./source";
import type { Totals } from "./tally";
import { createStopped } from "./transfer-errors";

export type ExportOptions = {
  place: Stores;
  /** Tells this store from others, so that no export begins with one and goes on with another. */
  source: string;
  file: string;
  createdAt: Date;
  signal: AbortSignal;
  onProgress?: (totals: Totals) => void;
};

/**
 * Writes all into `file`, packed if it ends in `.gz`. Until it is whole it is `file.partial`, where the next
 * call goes on after an interruption. Fails with `already_exists`, or `conflict` on another's partial file.
 */
export async function exportToFile({
  place,
  source,
  file,
  createdAt,
  signal,
  onProgress,
}: ExportOptions): Promise<Totals> {
  return reachFile(file, async () => {
    await refuseExisting(file);
    const partialName = `${file}.partial`;
    const header: HeaderLine = {
      kind: "header",
      format: formatName,
      version: formatVersion,
      createdAt: createdAt.toISOString(),
      source,
    };
    const partial = await openPartialFile(partialName, header, signal);
    try {
      if (!partial.isDone)
        await write({ partial, place, signal, report: () => onProgress?.(partial.tally.toTotals()) });
    } finally {
      await partial.close();
    }
    if (file.endsWith(".gz")) await pack(partialName, signal);
    await rename(file.endsWith(".gz") ? `${partialName}.gz` : partialName, file);
    if (file.endsWith(".gz")) await rm(partialName, { force: true });
    await syncFolder(dirname(file));
    return partial.tally.toTotals();
  });
}

type ExportWork = { partial: PartialFile; place: Stores; signal: AbortSignal; report: () => void };

/** Documents first: while a server goes on writing into the store, each of them still finds its file here. */
async function write({ partial, place, signal, report }: ExportWork): Promise<void> {
  const { mark } = partial;
  if (mark?.of !== "blobs" && mark?.cursor !== null) {
    for await (const { entries, cursor } of readDocuments(place, mark?.cursor, signal)) {
      for (const line of entries) await partial.add({ ...line, data: withoutAddress(line.data) });
      await partial.add({ kind: "mark", of: "documents", cursor });
      report();
    }
  }
  for await (const { entries, cursor } of readBlobs(
    place,
    mark?.of === "blobs" ? (mark.cursor ?? undefined) : undefined,
    signal,
  )) {
    for (const blob of entries) await addBlob(partial, blob);
    await partial.add({ kind: "mark", of: "blobs", cursor });
    report();
  }
  await partial.finish();
}

async function addBlob(partial: PartialFile, { line, bytes }: FoundBlob): Promise<void> {
  await partial.add(line);
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) {
    const data = Buffer.from(bytes.subarray(from, from + pieceBytes)).toString("base64");
    await partial.add({ kind: "bytes", data });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists)
    throw new AppError("already_exists", `${file} exists already. Name another file, or delete it.`);
}

async function pack(partialName: string, signal: AbortSignal): Promise<void> {
  const target = createWriteStream(`${partialName}.gz`, { mode: 0o600, flush: true });
  await pipeline(createReadStream(partialName), createGzip(), target, { signal });
}

async function reachFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) throw error;
    const code = findErrorCode(error) ?? "";
    if (code === "ABORT_ERR") throw createStopped(error);
    if (code === "ENOSPC")
      throw new AppError(
        "store_unavailable",
        "The disk is full. Free some space and run the same command again.",
        { cause: error },
      );
    if (/^E[A-Z]+$/.test(code))
      throw new AppError("invalid_request", `${file} cannot be written (${code}).`, { cause: error });
    throw error;
  }
}
