import { z } from "zod";
import * as at from "@/lib/features/documents/api";
import {
  documentProblems,
  documentStatuses,
  fileKinds,
  recognizedSchema,
  searchStrategies,
  type CollectionPatch,
  type CollectionsReply,
  type CollectionView,
  type DocumentPatch,
  type DocumentSearch,
  type DocumentSearchReply,
  type DocumentsReply,
  type DocumentTextReply,
  type DocumentView,
  type NewCollection,
  type NewUpload,
  type UploadReply,
} from "@/lib/features/documents/shape/documents";
import { toPath } from "@/lib/protocol/endpoint";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";
import { call, callRemoval, type Answer } from "@/lib/client/request";
import { sendBytes, type SendBytes, type SendOptions } from "./send-bytes";

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
  return {
    listCollections: (signal?: AbortSignal) =>
      check(collectionsSchema, call(at.listCollections, { signal, origin })),
    getCollection: (id: string) =>
      check(collectionSchema, call(at.readCollection, { params: { id }, origin })),
    createCollection: (body: NewCollection) =>
      check(collectionSchema, call(at.createCollection, { body, origin })),
    changeCollection: (id: string, body: CollectionPatch) =>
      check(collectionSchema, call(at.changeCollection, { params: { id }, body, origin })),
    removeCollection: (id: string) => callRemoval(at.deleteCollection, { params: { id }, origin }),
    search: (body: DocumentSearch, signal: AbortSignal) =>
      check(searchSchema, call(at.searchDocuments, { body, signal, origin })),
  };
}

/** Of a collection, or a file that was sent with a message. */
function createDocumentCalls(origin: string) {
  const toPlace = ({ collectionId, id }: DocumentName) =>
    collectionId === null ? null : { params: { id: collectionId, documentId: id }, origin };
  const changeDocument = (name: DocumentName, body: DocumentPatch) => {
    const place = toPlace(name);
    const asked =
      place === null
        ? call(at.changeFile, { params: name, body, origin })
        : call(at.changeDocument, { ...place, body });
    return check(documentSchema, asked);
  };
  return {
    listDocuments: (id: string, cursor: string | null) =>
      check(documentsPageSchema, call(at.listDocuments, { params: { id }, query: { cursor }, origin })),
    /** A file's address gives its bytes: what is known of it comes with its text, empty until it is read. */
    getDocument: (name: DocumentName, signal?: AbortSignal): Promise<Answer<DocumentView>> => {
      const place = toPlace(name);
      if (place !== null) return check(documentSchema, call(at.readDocument, { ...place, signal }));
      const file = { params: name, query: { text: "none" }, signal, origin };
      return check(recordSchema, call(at.readFileState, file));
    },
    changeDocument,
    /** Lets it be read once more; the password is used once. */
    readAgain: (name: DocumentName, password?: string) =>
      changeDocument(name, { readAgain: true, ...(password !== undefined && { password }) }),
    removeDocument: (name: DocumentName): Promise<Answer<null>> => {
      const place = toPlace(name);
      if (place !== null) return callRemoval(at.deleteDocument, place);
      return callRemoval(at.deleteFile, { params: name, origin });
    },
    getText: (id: string, signal: AbortSignal) =>
      check(textSchema, call(at.readFileText, { params: { id }, signal, origin })),
  };
}

function createUploadCalls(origin: string, send: SendBytes) {
  return {
    /** A small file whole. */
    async sendFile(file: File, collectionId: string | null, sending: Sending): Promise<Answer<DocumentView>> {
      const body = new FormData();
      body.append("file", file, file.name);
      const path =
        collectionId === null
          ? toPath(at.addFile)
          : toPath(at.addDocuments, { params: { id: collectionId } });
      return toSent(await send(`${origin}${path}`, { method: "POST", body, ...sending }));
    },
    beginUpload: (about: NewUpload, collectionId: string | null, signal: AbortSignal) => {
      const body = { ...about, ...(collectionId !== null && { collectionId }) };
      return check(uploadSchema, call(at.beginUpload, { query: { upload: "new" }, body, signal, origin }));
    },
    /** `part` counts from 1; the same part may be sent again. */
    sendPart: (id: string, part: number, body: Blob, sending: Sending): Promise<Answer<unknown>> => {
      const path = toPath(at.putPart, { params: { id, part: String(part) } });
      return send(`${origin}${path}`, { method: "PUT", body, ...sending });
    },
    completeUpload: (id: string, signal: AbortSignal) =>
      check(documentSchema, call(at.completeUpload, { params: { id }, signal, origin })),
  };
}

export type DocumentName = Pick<DocumentView, "id" | "collectionId">;

/** The bytes as they were given. */
export function toOriginalPath(id: string): string {
  return toPath(at.readFile, { params: { id } });
}

async function check<VALUE>(
  schema: z.ZodType<VALUE>,
  asked: Promise<Answer<unknown>>,
): Promise<Answer<VALUE>> {
  const answer = await asked;
  return answer.ok ? parse(schema, answer.value) : answer;
}

function parse<VALUE>(schema: z.ZodType<VALUE>, value: unknown): Answer<VALUE> {
  const { data, success } = schema.safeParse(value);
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
  if (added === undefined) return parse(documentSchema, answer.value);
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

const collectionsSchema = z.object({
  collections: z.array(collectionSchema),
  storage: z.object({ bytes: count, limitBytes: z.number().nullable() }).nullable().default(null),
});

const documentsPageSchema: z.ZodType<DocumentsReply> = z.object({
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
  page: ({ collections: items }: Pick<CollectionsReply, "collections">) => ({ items }),
};
