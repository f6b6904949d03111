import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";

/** What can be read as text; the same words in both languages of the interface name them. */
export const fileKinds = [
  ...["pdf", "docx", "pptx", "xlsx", "csv", "markdown", "text", "html", "epub", "code", "json"],
  ...["odt", "ods", "odp", "rtf", "mail", "notebook"],
  "image",
] as const;
export type FileKind = (typeof fileKinds)[number];

export const maxFileBytes = 20_000_000;
/** A larger file comes in parts of this size, the last one smaller. */
export const uploadPartBytes = 3_500_000;
export const maxDocumentsPerMessage = 10;

/** `waiting`: a job will read it. `progress` of a document that is read goes from 0 to 1. */
export const documentStatuses = ["waiting", "reading", "ready", "failed"] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Why it could not be read; the browser has the words. `password`: one has to be given. */
export const documentProblems = [
  ...["password", "broken", "empty", "no_text", "too_large", "unsupported", "timeout", "internal"],
  ...["archive", "binary_workbook", "iwork", "old_office", "outlook"],
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

/**
 * What was read from pictures: which pages, from 1, in the languages that the recognition knows (as its
 * packages call them), and of which of them it is unsure by its own account.
 */
export const recognizedSchema = z.object({
  pages: z.array(z.int()),
  unsure: z.array(z.int()),
  languages: z.array(z.string()),
});
export type Recognized = z.output<typeof recognizedSchema>;

/**
 * A document of a person, in a collection or sent with a message (`collectionId` is `null` then). `pages`,
 * `words` and `chunks` are 0 until it was read.
 */
export type DocumentView = {
  id: string;
  collectionId: string | null;
  /** Of a file that was sent with a message. */
  conversationId?: string;
  name: string;
  title: string;
  kind: FileKind;
  mediaType: string;
  bytes: number;
  status: DocumentStatus;
  progress: number;
  pages: number;
  words: number;
  chunks: number;
  tags: string[];
  author?: string;
  /** ISO 8601. */
  date?: string;
  error?: DocumentProblem;
  /** Only words rank it: there was no embedding model, or it did not answer. */
  isWordsOnly?: boolean;
  recognized?: Recognized;
  /** The person says that they wrote it: its words count as theirs. */
  isOwnText: boolean;
  /** What the person says it is written in. */
  encoding?: string;
  createdAt: number;
  updatedAt: number;
};

/** `isOwn`: the person may change it; others are shared with everybody by an administrator, or built in. */
export type CollectionView = {
  id: string;
  name: string;
  description: string;
  documents: number;
  chunks: number;
  bytes: number;
  shared: boolean;
  isOwn: boolean;
  updatedAt: number;
};

/** What a person may say a text is written in, as the Encoding Standard names it; "" lets it be found out. */
export const textEncodings = [
  ...["", "utf-8", "utf-16le", "utf-16be", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"],
  ...["windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255"],
  ...["windows-1256", "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-5", "koi8-r"],
  ...["ibm866", "macintosh", "x-mac-cyrillic"],
] as const;
export const encodedKinds: readonly FileKind[] = ["csv", "markdown", "text", "html", "code", "json"];

/**
 * Where a passage stands. `start` and `end` are UTF-16 offsets in the document's text as it was read; `page`
 * counts from 1; `heading`: the headings above it, the outermost first, joined by " › ".
 */
export type PassagePlace = { page?: number; heading?: string; start: number; end: number };

export const searchStrategies = ["semantic", "keyword", "hybrid"] as const;
export type SearchStrategy = (typeof searchStrategies)[number];

/** One condition. Times and dates are ISO 8601; `tag`, `author`, `name` compare whole, letter case aside. */
const conditionForm =
  'expected {"field": "collection" | "document" | "name" | "kind" | "author" | "tag" | "task" | "role" | "tool", ' +
  '"is": "…"} or {"field": "date" | "time", "from": "2026-01-31", "to": "…"}';
const groupsForm = 'expected groups: [{"anyOf": [condition, …], "allOf": [condition, …]}, …]';
export const conditionSchema = z.union(
  [
    z.strictObject(
      {
        field: z.enum(["collection", "document", "name", "kind", "author", "tag", "task", "role", "tool"]),
        is: z.string().max(200),
      },
      { error: conditionForm },
    ),
    z.strictObject(
      {
        field: z.enum(["date", "time"]),
        from: z.iso.date().or(z.iso.datetime()).optional(),
        to: z.iso.date().or(z.iso.datetime()).optional(),
      },
      { error: conditionForm },
    ),
  ],
  { error: conditionForm },
);
export type Condition = z.output<typeof conditionSchema>;

/** All groups must hold; of a group any of `anyOf` and all of `allOf`. */
export const filtersSchema = z
  .array(
    z.strictObject(
      {
        anyOf: z.array(conditionSchema).max(20).optional(),
        allOf: z.array(conditionSchema).max(20).optional(),
      },
      { error: groupsForm },
    ),
    { error: groupsForm },
  )
  .max(10);
export type Filters = z.output<typeof filtersSchema>;

/** `POST /api/collections/search`. Without `collections` all that the person may search. */
export const documentSearchSchema = z.strictObject({
  query: z.string().trim().max(1_000),
  collections: z.array(idSchema).max(50).optional(),
  strategy: z.enum(searchStrategies).default("hybrid"),
  limit: z.int().min(1).max(200).default(10),
  offset: z.int().min(0).max(10_000).default(0),
  filters: filtersSchema.optional(),
});
export type DocumentSearch = z.input<typeof documentSearchSchema>;
export type DocumentSearchRequest = z.output<typeof documentSearchSchema>;

export type FoundChunk = {
  chunkId: string;
  documentId: string;
  collectionId: string | null;
  title: string;
  place: PassagePlace;
  /** Comparable within one answer only. */
  score: number;
  text: string;
};
/** `strategy`: what was done; `keyword` where meaning was asked for and no model for it answered. */
export type DocumentSearchReply = { results: FoundChunk[]; total: number; strategy: SearchStrategy };

const nameSchema = z.string().trim().min(1).max(120);

/** `POST /api/collections`, `PATCH /api/collections/{id}`. Only administrators share. */
export const newCollectionSchema = z.strictObject({
  name: nameSchema,
  description: z.string().trim().max(1_000).default(""),
});
export type NewCollection = z.input<typeof newCollectionSchema>;
export const collectionPatchSchema = z.strictObject({
  name: nameSchema.optional(),
  description: z.string().trim().max(1_000).optional(),
  shared: z.boolean().optional(),
});
export type CollectionPatch = z.input<typeof collectionPatchSchema>;

/** `PATCH /api/collections/{id}/documents/{documentId}`. `password` is used once, and not kept. */
export const documentPatchSchema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
  author: z.string().trim().max(120).optional(),
  date: z.iso.date().optional(),
  isOwnText: z.boolean().optional(),
  password: z.string().max(200).optional(),
  /** Reads it once more, as a text of this encoding. */
  encoding: z.enum(textEncodings).optional(),
  /** Reads it once more, after a failure. */
  readAgain: z.literal(true).optional(),
});
export type DocumentPatch = z.input<typeof documentPatchSchema>;
export type DocumentChange = z.output<typeof documentPatchSchema>;

/** `POST /api/files?upload=new`: begins a file that comes in parts. */
export const newUploadSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  mediaType: z.string().max(120).default(""),
  bytes: z.int().min(1).max(maxFileBytes),
  /** Where it goes; without it, into a message. */
  collectionId: idSchema.optional(),
});
export type NewUpload = z.input<typeof newUploadSchema>;
export type UploadReply = { uploadId: string; partBytes: number };
/** `GET /api/files/uploads/{uploadId}`: the numbers, from 1, of the parts that are here. */
export type UploadState = UploadReply & { name: string; bytes: number; parts: number[] };

/** `GET /api/collections`. `limitBytes`: what one person may keep; `null` without a limit. */
export type CollectionsReply = {
  collections: CollectionView[];
  storage: { bytes: number; limitBytes: number | null };
};
/** `GET /api/collections/{id}/documents`, the newest first. */
export type DocumentsReply = { documents: DocumentView[]; cursor: string | null };
export const documentsQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** `POST /api/collections/{id}/documents`: which files were taken, and why others were not. */
export type AddedReply = {
  documents: DocumentView[];
  refused: { name: string; code: string; detail: string }[];
};

/** `GET /api/files/{id}/text`. The text is empty until the file was read. */
export type DocumentTextReply = { document: DocumentView; text: string; pages: readonly number[] };

/** `POST /api/files` and beside it: what waits for its turn is being read, to whoever sent it. */
export type FileReply = Omit<DocumentView, "status"> & { status: Exclude<DocumentStatus, "waiting"> };
export function toFileReply({ status, ...view }: DocumentView): FileReply {
  return { ...view, status: status === "waiting" ? "reading" : status };
}
