import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import { createHash } from "node:crypto";
import { z } from "zod";
import { toData } from "./json";
import { paths } from "./paths";

/** What was seen: the text of a page, or the results of a search (then without number and address). Times are milliseconds since 1970. */
export const evidenceSchema = z.object({
  kind: z.enum(["page", "search"]),
  number: z.number().int().nullable(),
  url: z.string().nullable(),
  title: z.string(),
  site: z.string(),
  publishedAt: z.string().optional(),
  retrievedAt: z.number(),
  /** SHA-256 of the whole text, before it is cut. */
  contentHash: z.string(),
  text: z.string(),
  query: z.string().optional(),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** A numbered source of a conversation. `contentHash` is null until its text is kept under `evidenceId`. */
export const sourceSchema = z.object({
  number: z.number().int(),
  evidenceId: z.string(),
  url: z.string(),
  title: z.string(),
  site: z.string(),
  publishedAt: z.string().optional(),
  /** Every address it is known by, in comparable form. */
  addresses: z.array(z.string()),
  contentHash: z.string().nullable(),
});
export type Source = z.output<typeof sourceSchema>;

export const maxEvidenceBytes = 200_000;
const cutMark = "\n\n[The text goes on; what is beyond 200 KB was not kept.]";

/** The sources as they shall be, the very same when nothing changes, and the texts to keep with them. */
export type SourceChange<T> = { sources: Source[]; evidence: NewEvidence[]; result: T };
type NewEvidence = { id: string; record: Evidence };

export function createEvidenceRecords(store: Store) {
  const getPath = (userId: string, conversationId: string, id: string) => `${paths.conversation(userId, conversationId)}/evidence/${id}`;
  // One document for all numbers of a conversation, so that numbering reads one document and not every kept text.
  const getListPath = (userId: string, conversationId: string) => `${paths.conversation(userId, conversationId)}/sources/numbered`;

  return {
    async find(userId: string, conversationId: string, id: string): Promise<Evidence | null> {
      // An id that the model made up may not even be a path.
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return null;
      const found = await store.find(getPath(userId, conversationId, id));
      return found === null ? null : parse(evidenceSchema, found.data);
    },

    async listSources(userId: string, conversationId: string): Promise<Source[]> {
      return parseSources((await store.find(getListPath(userId, conversationId)))?.data);
    },

    /** Keeps a text that belongs to no numbered source. */
    async keep(userId: string, conversationId: string, { id, record }: NewEvidence): Promise<void> {
      await store.set(getPath(userId, conversationId, id), toData(record));
    },

    /** Changes the numbered sources, and keeps texts with them, in one transaction; `work` is pure and may run more than once. */
    async change<T>(userId: string, conversationId: string, work: (sources: Source[]) => SourceChange<T>): Promise<T> {
      return store.transaction(async (tx) => {
        const before = parseSources((await tx.find(getListPath(userId, conversationId)))?.data);
        const { sources, evidence, result } = work(before);
        if (sources !== before) tx.set(getListPath(userId, conversationId), toData({ sources: keepNewest(sources) }));
        for (const { id, record } of evidence) tx.set(getPath(userId, conversationId, id), toData(record));
        return result;
      });
    },
  };
}
export type EvidenceRecords = ReturnType<typeof createEvidenceRecords>;

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text within 200 KB of UTF-8, never ending inside a character; what was cut is said at its end. */
export function cutEvidenceText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxEvidenceBytes) return text;
  let end = maxEvidenceBytes - Buffer.byteLength(cutMark);
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString() + cutMark;
}

const maxSourcesBytes = 800_000;

/** What one document holds: in a very long conversation the oldest sources lose their number for good, the newest never. */
function keepNewest(sources: Source[]): Source[] {
  let room = maxSourcesBytes;
  const start = sources.findLastIndex((source) => (room -= Buffer.byteLength(JSON.stringify(source)) + 1) < 0);
  return sources.slice(start + 1);
}

function parseSources(data: unknown): Source[] {
  return data === undefined ? [] : parse(z.object({ sources: z.array(sourceSchema) }), data).sources;
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new AppError("store_invalid", "The stored evidence cannot be read.", { cause: parsed.error });
  return parsed.data;
}
