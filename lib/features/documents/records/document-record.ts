import { createHash } from "node:crypto";
import {
  documentProblems,
  documentStatuses,
  fileKinds,
  recognizedSchema,
  type DocumentView,
} from "@/lib/features/documents/shape/documents";
import type { DocumentData } from "@/lib/store/store";
import { z } from "zod";
import { defineJob } from "@/lib/data/jobs";
import { toData } from "@/lib/data/json";

/**
 * A file of a person that is read as text. `version` names its files, and those of the newest upload under
 * its name; `read` those that were read and are searched, which are older while the newest is read.
 * `attempts`: how often reading the newest was begun. `keys`: name and title in lower case.
 */
const documentRecordSchema = z.object({
  collectionId: z.string().nullable(),
  /** Where it was sent, of one that is in no collection; `null` until it is. */
  conversationId: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  keys: z.array(z.string()),
  kind: z.enum(fileKinds),
  mediaType: z.string(),
  bytes: z.number().int(),
  status: z.enum(documentStatuses),
  progress: z.number(),
  pages: z.number().int(),
  words: z.number().int(),
  chunks: z.number().int(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  date: z.string().nullable(),
  isOwnText: z.boolean(),
  isWordsOnly: z.boolean(),
  recognized: recognizedSchema.nullable().default(null),
  /** What the person says it is written in. */
  encoding: z.string().optional(),
  error: z.enum(documentProblems).nullable(),
  version: z.string(),
  read: z.object({ version: z.string(), bytes: z.number().int() }).nullable(),
  attempts: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type DocumentRecord = z.output<typeof documentRecordSchema>;

/** A document is read and indexed, or what is found by is brought up to date. Somebody waits for it. */
export const readJob = defineJob("read", { documentId: z.string() }, { isSlow: true, claimMs: 90_000 });
export type FoundDocument = { id: string; record: DocumentRecord };

export function toDocumentRecord(data: DocumentData): DocumentRecord {
  return documentRecordSchema.parse(data);
}

export function toDocumentData(record: DocumentRecord): DocumentData {
  return toData({ ...record, keys: [...new Set([record.name, record.title].map(toKey))] });
}

/** As names and titles are compared. */
export function toKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A name as part of an address. */
export function hashName(name: string): string {
  return createHash("sha256").update(name.normalize("NFC")).digest("hex").slice(0, 40);
}

/** What the files of a document take, those of an older version among them while a newer one is read. */
export function toHeldBytes({ version, bytes, read }: DocumentRecord): number {
  return bytes + (read === null || read.version === version ? 0 : read.bytes);
}

export function toVersions({ version, read }: DocumentRecord): string[] {
  return [...new Set([version, ...(read === null ? [] : [read.version])])];
}

export function toDocumentView({ id, record }: FoundDocument): DocumentView {
  const { collectionId, name, title, kind, mediaType, bytes, status, progress } = record;
  const { pages, words, chunks, tags, author, date, error, isWordsOnly, isOwnText, recognized } = record;
  return {
    ...{ id, collectionId, name, title, kind, mediaType, bytes, status, progress },
    ...{ pages, words, chunks, tags, isOwnText },
    ...(record.conversationId !== null && { conversationId: record.conversationId }),
    ...(author !== null && { author }),
    ...(date !== null && { date }),
    ...(error !== null && { error }),
    ...(isWordsOnly && { isWordsOnly }),
    ...(recognized !== null && { recognized }),
    ...(record.encoding && { encoding: record.encoding }),
    ...{ createdAt: record.createdAt, updatedAt: record.updatedAt },
  };
}
