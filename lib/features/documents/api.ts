import type {
  AddedReply,
  CollectionPatch,
  CollectionsReply,
  CollectionView,
  DocumentPatch,
  DocumentSearchReply,
  DocumentSearch,
  DocumentsReply,
  DocumentTextReply,
  DocumentView,
  FileReply,
  NewCollection,
  NewUpload,
  UploadReply,
  UploadState,
} from "@/lib/features/documents/shape/documents";
import { endpoint } from "@/lib/protocol/endpoint";

/** The person's own, those that are shared with everybody, the handbook; and the space that is taken. */
export const listCollections = endpoint<CollectionsReply>()("GET /api/collections");
export const createCollection = endpoint<CollectionView, NewCollection>()("POST /api/collections");
export const readCollection = endpoint<CollectionView>()("GET /api/collections/[id]");
export const changeCollection = endpoint<CollectionView, CollectionPatch>()("PATCH /api/collections/[id]");
export const deleteCollection = endpoint()("DELETE /api/collections/[id]", { timeoutMs: 60_000 });
/** Searches what the person may search. A collection of somebody else is as one that does not exist. */
export const searchDocuments = endpoint<DocumentSearchReply, DocumentSearch>()(
  "POST /api/collections/search",
);

export const listDocuments = endpoint<DocumentsReply>()("GET /api/collections/[id]/documents");
/** Adds files; one whose name is there already replaces that. Fails only when none of them is taken. */
export const addDocuments = endpoint<AddedReply>()("POST /api/collections/[id]/documents");
export const readDocument = endpoint<DocumentView>()("GET /api/collections/[id]/documents/[documentId]");
export const changeDocument = endpoint<DocumentView, DocumentPatch>()(
  "PATCH /api/collections/[id]/documents/[documentId]",
);
export const deleteDocument = endpoint()("DELETE /api/collections/[id]/documents/[documentId]");

/** Keeps one file for a message. */
export const addFile = endpoint<FileReply>()("POST /api/files");
/** With `upload: "new"` begins a file that comes in parts. */
export const beginUpload = endpoint<UploadReply, NewUpload>()("POST /api/files");
/** The bytes. A picture may be shown and saved, a document saved, none of them run. */
export const readFile = endpoint()("GET /api/files/[id]");
/** What the person says of a file; a password opens it for one reading. */
export const changeFile = endpoint<FileReply, DocumentPatch>()("PATCH /api/files/[id]");
export const deleteFile = endpoint()("DELETE /api/files/[id]");
/** The text as it was read, with where its pages begin, and how far reading is. */
export const readFileText = endpoint<DocumentTextReply>()("GET /api/files/[id]/text", { timeoutMs: 30_000 });
/** With `text: "none"`: how far reading is, alone. */
export const readFileState = endpoint<Pick<DocumentTextReply, "document">>()("GET /api/files/[id]/text");

/** Which parts are here, for whoever goes on with an upload that was cut off. */
export const readUpload = endpoint<UploadState>()("GET /api/files/uploads/[id]");
export const cancelUpload = endpoint()("DELETE /api/files/uploads/[id]");
/** A part of a file by its number, counted from 1. It may be sent again. */
export const putPart = endpoint()("PUT /api/files/uploads/[id]/[part]");
/** Joins the parts. May be asked again when the answer was lost. */
export const completeUpload = endpoint<FileReply>()("POST /api/files/uploads/[id]/complete", {
  timeoutMs: 60_000,
});
