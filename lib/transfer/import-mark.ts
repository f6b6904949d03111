import { AppError } from "@/lib/errors";
import type { FooterLine } from "./format";
import type { Place } from "./source";
import { countAll, readDocuments } from "./source";
import { isSame } from "./tally";

export type OpenedImport =
  | { state: "complete" }
  /** `new`: nothing is there yet. `continued`: some may be there. */
  | { state: "new" | "continued"; isMerge: boolean; finish: () => Promise<void> };

type Options = { place: Place; footer: FooterLine; merge: boolean; signal: AbortSignal };

const markPath = "transfers/import";

/**
 * Marks the store as one into which this file is being imported, so that another call may go on. Fails with `conflict` when
 * it holds other data, unless `merge`.
 */
export async function openImport({ place, footer, merge, signal }: Options): Promise<OpenedImport> {
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

async function hasNothing(place: Place, signal: AbortSignal): Promise<boolean> {
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
