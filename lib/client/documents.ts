import { z } from "zod";
import {
  documentProblems,
  documentStatuses,
  fileKinds,
  searchStrategies,
  type CollectionView,
  type collectionPatchSchema,
  type documentPatchSchema,
  type DocumentSearchReply,
  type documentSearchSchema,
  type DocumentView,
  type newCollectionSchema,
  type newUploadSchema,
  type UploadReply,
  recognizedSchema,
} from "@/lib/protocol/documents";
import { guessKind } from "@/lib/protocol/file-kinds";
import { request, requestRemoval, type Answer } from "./request";
import { sendBytes, type SendBytes, type SendOptions } from "./send-bytes";

export type DocumentPatch = z.input<typeof documentPatchSchema>;
export type CollectionPatch = z.input<typeof collectionPatchSchema>;
/** What a person's documents take, and may take; `null` is no limit. */
export type LibrarySpace = { bytes: number; limitBytes: number | null };
export type CollectionsReply = { collections: CollectionView[]; storage: LibrarySpace | null };
export type DocumentsPage = { documents: DocumentView[]; cursor: string | null };
/** `pages`: where each begins in the text, in UTF-16 units. */
export type DocumentTextReply = { document: DocumentView; text: string; pages: number[] };
/** The bytes of one file, or of one numbered part of it, on their way. */
export type Sending = Pick<SendOptions, "onProgress" | "signal">;
export type DocumentsApi = ReturnType<typeof createDocumentsApi>;

/** Everything the browser asks of documents; replies are checked, and one of another shape is a failure. */
export function createDocumentsApi(origin = "", send: SendBytes = sendBytes) {
  return {
    ...createCollectionCalls(origin),
    ...createDocumentCalls(origin),
    ...createUploadCalls(origin, send),
  };
}

function createCollectionCalls(origin: string) {
  const all = `${origin}/api/collections`;
  const toPath = (id: string): string => `${all}/${encodeURIComponent(id)}`;
  return {
    listCollections: (signal?: AbortSignal): Promise<Answer<CollectionsReply>> =>
      ask(collectionsSchema, all, signal && { signal }),
    getCollection: (id: string): Promise<Answer<CollectionView>> => ask(collectionSchema, toPath(id)),
    createCollection: (body: z.input<typeof newCollectionSchema>): Promise<Answer<CollectionView>> =>
      ask(collectionSchema, all, { method: "POST", body }),
    changeCollection: (id: string, body: CollectionPatch): Promise<Answer<CollectionView>> =>
      ask(collectionSchema, toPath(id), { method: "PATCH", body }),
    removeCollection: (id: string): Promise<Answer<null>> =>
      requestRemoval(toPath(id), { timeoutMs: 60_000 }),
    search: (
      body: z.input<typeof documentSearchSchema>,
      signal: AbortSignal,
    ): Promise<Answer<DocumentSearchReply>> =>
      ask(searchSchema, `${all}/search`, { method: "POST", body, signal }),
  };
}

function createDocumentCalls(origin: string) {
  /** Of a collection, or a file that was sent with a message. */
  const toPath = ({ collectionId, id }: DocumentName): string =>
    collectionId === null
      ? `${origin}/api/files/${encodeURIComponent(id)}`
      : `${origin}${toDocumentsPath(collectionId)}/${encodeURIComponent(id)}`;
  return {
    listDocuments: (collectionId: string, cursor: string | null): Promise<Answer<DocumentsPage>> => {
      const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      return ask(documentsPageSchema, `${origin}${toDocumentsPath(collectionId)}${query}`);
    },
    /** A file's address returns its bytes, so its details come with its text (empty until read). */
    getDocument: (name: DocumentName, signal?: AbortSignal): Promise<Answer<DocumentView>> =>
      name.collectionId === null
        ? ask(recordSchema, `${toPath(name)}/text?text=none`, signal && { signal })
        : ask(documentSchema, toPath(name), signal && { signal }),
    changeDocument: (name: DocumentName, body: DocumentPatch): Promise<Answer<DocumentView>> =>
      ask(documentSchema, toPath(name), { method: "PATCH", body }),
    /** Lets it be read once more; the password is used once. */
    readAgain: (name: DocumentName, password?: string): Promise<Answer<DocumentView>> => {
      const body = { readAgain: true, ...(password !== undefined && { password }) };
      return ask(documentSchema, toPath(name), { method: "PATCH", body });
    },
    removeDocument: (name: DocumentName): Promise<Answer<null>> => requestRemoval(toPath(name)),
    getText: (id: string, signal: AbortSignal): Promise<Answer<DocumentTextReply>> =>
      ask(textSchema, `${origin}/api/files/${encodeURIComponent(id)}/text`, { signal, timeoutMs: 30_000 }),
  };
}

function createUploadCalls(origin: string, send: SendBytes) {
  const files = `${origin}/api/files`;
  const toPath = (uploadId: string): string => `${files}/uploads/${encodeURIComponent(uploadId)}`;
  return {
    /** A small file whole. */
    async sendFile(file: File, collectionId: string | null, sending: Sending): Promise<Answer<DocumentView>> {
      const body = new FormData();
      body.append("file", file, file.name);
      const path = collectionId === null ? files : `${origin}${toDocumentsPath(collectionId)}`;
      return toSent(await send(path, { method: "POST", body, ...sending }));
    },
    beginUpload: (
      about: z.input<typeof newUploadSchema>,
      collectionId: string | null,
      signal: AbortSignal,
    ): Promise<Answer<UploadReply>> => {
      const body = { ...about, ...(collectionId !== null && { collectionId }) };
      return ask(uploadSchema, `${files}?upload=new`, { method: "POST", body, signal });
    },
    /** `part` counts from 1; the same part may be sent again. */
    sendPart: (uploadId: string, part: number, body: Blob, sending: Sending): Promise<Answer<unknown>> =>
      send(`${toPath(uploadId)}/${part}`, { method: "PUT", body, ...sending }),
    completeUpload: (uploadId: string, signal: AbortSignal): Promise<Answer<DocumentView>> =>
      ask(documentSchema, `${toPath(uploadId)}/complete`, { method: "POST", signal, timeoutMs: 60_000 }),
  };
}

function toDocumentsPath(collectionId: string): string {
  return `/api/collections/${encodeURIComponent(collectionId)}/documents`;
}

async function ask<VALUE>(
  schema: z.ZodType<VALUE>,
  path: string,
  options?: Parameters<typeof request>[1],
): Promise<Answer<VALUE>> {
  return check(schema, await request<unknown>(path, options));
}

export type DocumentName = Pick<DocumentView, "id" | "collectionId">;

/** The bytes as they were given. */
export function toOriginalPath(id: string): string {
  return `/api/files/${encodeURIComponent(id)}`;
}

function check<VALUE>(schema: z.ZodType<VALUE>, answer: Answer<unknown>): Answer<VALUE> {
  if (!answer.ok) return answer;
  const { data, success } = schema.safeParse(answer.value);
  return success ? { ok: true, value: data } : { ok: false, status: null, problem: null };
}

const count = z.number().min(0).catch(0);

/** Fields that a reply leaves out are not known yet. */
const documentSchema: z.ZodType<DocumentView> = z
  .object({
    id: z.string(),
    collectionId: z.string().nullable().default(null),
    name: z.string(),
    title: z.string().optional(),
    kind: z.enum(fileKinds).optional(),
    mediaType: z.string().default("application/octet-stream"),
    ...{ bytes: count, progress: count, pages: count, words: count, chunks: count },
    status: z.enum(documentStatuses),
    tags: z.array(z.string()).default([]),
    ...{ author: z.string().optional(), date: z.string().optional() },
    error: z.enum(documentProblems).optional().catch("internal"),
    isWordsOnly: z.boolean().optional(),
    recognized: recognizedSchema.optional().catch(undefined),
    isOwnText: z.boolean().default(false),
    encoding: z.string().optional(),
    ...{ createdAt: count, updatedAt: count },
  })
  .transform(({ title, kind, ...rest }) =>
    dropUndefined({
      ...rest,
      title: title ?? rest.name,
      kind: kind ?? guessKind(rest.name, rest.mediaType) ?? "text",
    }),
  );

/** A collection takes several files at once, and says of each why not; this page sends them one by one. */
const addedSchema = z.object({
  documents: z.array(documentSchema),
  refused: z.array(z.object({ code: z.string(), detail: z.string() })).default([]),
});

function toSent(answer: Answer<unknown>): Answer<DocumentView> {
  if (!answer.ok) return answer;
  const { data: added } = addedSchema.safeParse(answer.value);
  if (added === undefined) return check(documentSchema, answer);
  const [[document], [refused]] = [added.documents, added.refused];
  if (document !== undefined) return { ok: true, value: document };
  const status = 400;
  const problem = refused && { ...refused, type: "about:blank", title: refused.code, status };
  return { ok: false, status, problem: problem ?? null };
}

const collectionSchema: z.ZodType<CollectionView> = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().default(""),
  ...{ documents: count, chunks: count, bytes: count, updatedAt: count },
  shared: z.boolean().default(false),
  isOwn: z.boolean().default(true),
});

const collectionsSchema: z.ZodType<CollectionsReply> = z.object({
  collections: z.array(collectionSchema),
  storage: z.object({ bytes: count, limitBytes: z.number().nullable() }).nullable().default(null),
});

const documentsPageSchema: z.ZodType<DocumentsPage> = z.object({
  documents: z.array(documentSchema),
  cursor: z.string().nullable().default(null),
});

const textSchema: z.ZodType<DocumentTextReply> = z.object({
  document: documentSchema,
  text: z.string(),
  pages: z.array(z.number()).default([]),
});

const recordSchema: z.ZodType<DocumentView> = z
  .object({ document: documentSchema })
  .transform(({ document }) => document);

const uploadSchema: z.ZodType<UploadReply> = z.object({
  uploadId: z.string(),
  partBytes: z.int().min(1),
});

const placeSchema = z
  .object({
    page: z.number().optional(),
    heading: z.string().optional(),
    start: z.number(),
    end: z.number(),
  })
  .transform(dropUndefined);

const searchSchema: z.ZodType<DocumentSearchReply> = z.object({
  results: z.array(
    z.object({
      ...{ chunkId: z.string(), documentId: z.string(), title: z.string(), text: z.string() },
      collectionId: z.string().nullable(),
      place: placeSchema,
      score: z.number(),
    }),
  ),
  total: count,
  strategy: z.enum(searchStrategies),
});

type Defined<OBJECT> = { [KEY in keyof OBJECT]: Exclude<OBJECT[KEY], undefined> };

/** A field without a value is one that is not there. */
function dropUndefined<OBJECT extends object>(object: OBJECT): Defined<OBJECT> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as Defined<OBJECT>;
}

/** The collections, as a list of the server. */
export const collectionList = {
  load: (_: string | null, signal: AbortSignal) => createDocumentsApi().listCollections(signal),
  key: ({ id }: CollectionView) => id,
  page: ({ collections: items }: CollectionsReply) => ({ items }),
};
