import { AppError } from "@/lib/errors";
import { documentKinds, readRoutes } from "@/lib/features/evidence/shape/evidence";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { createHash } from "node:crypto";
import { z } from "zod";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/** What was seen. Only pages have a number and an address. Times are milliseconds since 1970. */
const evidenceSchema = z.object({
  kind: z.enum(["page", "search", "result"]),
  number: z.number().int().nullable(),
  url: z.string().nullable(),
  title: z.string(),
  site: z.string(),
  publishedAt: z.string().optional(),
  retrievedAt: z.number(),
  /** SHA-256 of the whole text. */
  contentHash: z.string(),
  text: z.string(),
  /** In a document of the store: `text` is only its beginning, and the whole is a file. */
  isCut: z.boolean().optional(),
  query: z.string().optional(),
  /** How it was reached and what it was; missing in what was kept by an earlier version. */
  route: z.enum(readRoutes).optional(),
  documentKind: z.enum(documentKinds).optional(),
  /** Where each page of a person's document begins in the text, in UTF-16 units. */
  pages: z.array(z.number().int()).optional(),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** A numbered source of a conversation. `contentHash` is null until its text is kept under `evidenceId`. */
const sourceSchema = z.object({
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
export type EvidenceSource = z.output<typeof sourceSchema>;

/** What a document holds of a text; a longer one is kept as a file beside it. */
export const maxEvidenceBytes = 200_000;

/** The sources as they shall be, the very same when nothing changes, and the texts to keep with them. */
export type SourceChange<T> = { sources: EvidenceSource[]; evidence: NewEvidence[]; result: T };
type NewEvidence = { id: string; record: Evidence };

function getPath(userId: string, conversationId: string, id: string): string {
  return `${paths.conversation(userId, conversationId)}/evidence/${id}`;
}

/** One document holds all source numbers of a conversation, so that numbering reads no kept text. */
function getListPath(userId: string, conversationId: string): string {
  return `${paths.conversation(userId, conversationId)}/sources/numbered`;
}

export function createEvidenceRecords(store: Store, blobs: BlobStore) {
  return {
    /** With the full text, wherever it is kept. */
    async find(userId: string, conversationId: string, id: string): Promise<Evidence | null> {
      // An id that the model made up may not even be a path.
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return null;
      const found = await store.find(getPath(userId, conversationId, id));
      if (found === null) return null;
      const { isCut, ...evidence } = parse(evidenceSchema, found.data);
      const whole =
        isCut === true ? await blobs.find(paths.text(userId, conversationId, evidence.contentHash)) : null;
      return whole === null ? evidence : { ...evidence, text: new TextDecoder().decode(whole.bytes) };
    },

    /** Keeps a long text as a file named by its content, before the document; gives what that holds of it. */
    async keepText(
      userId: string,
      conversationId: string,
      text: string,
    ): Promise<Pick<Evidence, "text" | "contentHash" | "isCut">> {
      const contentHash = hashText(text);
      const start = cutText(text);
      if (start.length === text.length) return { text, contentHash };
      await blobs.put(paths.text(userId, conversationId, contentHash), new TextEncoder().encode(text), {
        contentType: "text/plain; charset=utf-8",
      });
      return { text: start, contentHash, isCut: true };
    },

    /** Deletes the files of sources and messages; the documents go with the conversation. */
    async deleteTexts(userId: string, conversationId: string): Promise<void> {
      await blobs.deleteTree(paths.texts(userId, conversationId));
    },

    async listSources(userId: string, conversationId: string): Promise<EvidenceSource[]> {
      return parseSources((await store.find(getListPath(userId, conversationId)))?.data);
    },

    /** Keeps a text that belongs to no numbered source. */
    async keep(userId: string, conversationId: string, { id, record }: NewEvidence): Promise<void> {
      await store.set(getPath(userId, conversationId, id), toData(record));
    },

    /** Changes sources and keeps texts in one transaction; `work` is pure and may run more than once. */
    async change<T>(
      userId: string,
      conversationId: string,
      work: (sources: EvidenceSource[]) => SourceChange<T>,
    ): Promise<T> {
      return store.transaction(async (tx) => {
        const before = parseSources((await tx.find(getListPath(userId, conversationId)))?.data);
        const { sources, evidence, result } = work(before);
        if (sources !== before)
          tx.set(getListPath(userId, conversationId), toData({ sources: keepNewest(sources) }));
        for (const { id, record } of evidence) tx.set(getPath(userId, conversationId, id), toData(record));
        return result;
      });
    },
  };
}
export type EvidenceRecords = ReturnType<typeof createEvidenceRecords>;

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text's beginning within 200 KB of UTF-8, never ending inside a character. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxEvidenceBytes) return text;
  let end = maxEvidenceBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}

const maxSourcesBytes = 800_000;

/** What one document holds: in a very long conversation the oldest sources lose their number for good. */
function keepNewest(sources: EvidenceSource[]): EvidenceSource[] {
  let room = maxSourcesBytes;
  const start = sources.findLastIndex(
    (source) => (room -= Buffer.byteLength(JSON.stringify(source)) + 1) < 0,
  );
  return sources.slice(start + 1);
}

function parseSources(data: unknown): EvidenceSource[] {
  return data === undefined ? [] : parse(z.object({ sources: z.array(sourceSchema) }), data).sources;
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new AppError("store_invalid", "The stored evidence cannot be read.", { cause: parsed.error });
  return parsed.data;
}
