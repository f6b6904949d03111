import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createConflict, createMissing } from "@/lib/store/store-errors";
import type { DocumentChunks } from "./chunk-index";

/** `seq` grows with each change of the list; another `generation` is another list. */
export const scopeSchema = z.object({ generation: z.string(), seq: z.number() });
export type ScopeState = z.output<typeof scopeSchema>;

/**
 * One document of a scope. `folder` holds its files, `null` before the first time and after deletion; such
 * an entry stays, so that everybody who reads changes by `seq` sees it. `begun`: folders that are being
 * written, since when (milliseconds since 1970).
 */
export const entrySchema = scopeSchema.extend({
  documentId: z.string(),
  /** As JSON: their keys are not for the store to judge. */
  attributes: z.string(),
  model: z.string().nullable(),
  folder: z.string().nullable(),
  begun: z.record(z.string(), z.number()),
});
export type SegmentEntry = z.output<typeof entrySchema>;

/** What stands in the store, and what goes there. Only what `isSeen` makes another state of the list. */
export type FoundEntry = { scope: ScopeState | null; entry: SegmentEntry | null };
export type ChangedEntry = { entry: SegmentEntry | null; isSeen: boolean; forgotten: string[] };

/** A put that has not finished after so long has died. */
const givenUpMs = 3_600_000;

/** Notes that files are about to be written, so that whoever deletes the document finds them. */
export function beginEntry(
  { scope, entry: found }: FoundEntry,
  { documentId, folder, now }: { documentId: string; folder: string; now: number },
): ChangedEntry {
  const generation = scope?.generation ?? randomUUID();
  const isOld = found !== null && found.generation !== generation;
  const none = { documentId, attributes: "{}", model: null, folder: null, seq: 0, generation, begun: {} };
  const entry = isOld || found === null ? none : found;
  const begun = Object.entries(entry.begun);
  const left = begun.filter(([, at]) => now - at > givenUpMs).map(([name]) => name);
  const open = begun.filter(([name]) => !left.includes(name));
  return {
    entry: { ...entry, begun: { ...Object.fromEntries(open), [folder]: now } },
    isSeen: false,
    forgotten: [...left, ...(isOld ? listFolders(found) : [])],
  };
}

/** Makes files count, in place of those before. Fails with `conflict` where they were deleted meanwhile. */
export function finishEntry(
  { scope, entry }: FoundEntry,
  { attributes, model }: Omit<DocumentChunks, "chunks">,
  folder: string,
): ChangedEntry {
  if (entry === null || entry.generation !== scope?.generation || !(folder in entry.begun))
    throw createConflict("The document was deleted while it was put.");
  const { [folder]: _, ...begun } = entry.begun;
  const finished = { ...entry, ...{ attributes: JSON.stringify(attributes), model, folder, begun } };
  return { entry: finished, isSeen: true, forgotten: entry.folder === null ? [] : [entry.folder] };
}

export function relabelEntry({ scope, entry }: FoundEntry, attributes: string): ChangedEntry {
  if (entry === null || entry.folder === null || entry.generation !== scope?.generation)
    throw createMissing();
  return { entry: { ...entry, attributes }, isSeen: true, forgotten: [] };
}

export function deleteEntry({ scope, entry }: FoundEntry): ChangedEntry {
  // What another generation left is no longer listed, and must not come back.
  const isListed = entry !== null && entry.generation === scope?.generation;
  const deleted = isListed
    ? { ...entry, ...{ attributes: "{}", model: null, folder: null, begun: {} } }
    : null;
  return { entry: deleted, isSeen: true, forgotten: entry === null ? [] : listFolders(entry) };
}

export function listFolders({ folder, begun }: SegmentEntry): string[] {
  return [...(folder === null ? [] : [folder]), ...Object.keys(begun)];
}
