import type { BlobStore } from "@/lib/store/blobs";
import type { Store, StoredDocument } from "@/lib/store/store";
import { toConversation, type ConversationRecord } from "./conversations";
import { createDocumentFiles, type DocumentFiles } from "./document-files";
import { toDocumentRecord, toDocumentView, type FoundDocument } from "./document-record";
import { createEvidenceRecords } from "./evidence";
import { createFiles } from "./files";
import { createJobRecords } from "./jobs";
import { createLeases } from "./leases";
import { readWhole } from "./messages";
import { paths } from "./paths";
import { deleteRatingsOf } from "./ratings";
import { deleteSharesOf } from "./shares";

/** One line of an export; `kind` says what it holds. */
export type ExportLine = {
  kind:
    | "conversation"
    | "message"
    | "evidence"
    | "sources"
    | "memory"
    | "run"
    | "usage"
    | "file"
    | "collection"
    | "folder"
    | "prompt"
    | "workflow"
    | "preferences"
    | "document";
  [field: string]: unknown;
};

/** A document as the person sees it, with the file as it came and its text as it was read. */
async function readDocument(files: DocumentFiles, userId: string, found: FoundDocument): Promise<ExportLine> {
  const { version, read, conversationId } = found.record;
  const source = await files.findSource({ userId, version });
  const text = read === null ? null : await files.findText({ userId, version: read.version });
  const { kind: fileKind, ...view } = toDocumentView(found);
  return {
    ...{ ...view, kind: "document", fileKind, conversationId, text: text?.text ?? null },
    base64: source === null ? null : Buffer.from(source).toString("base64"),
  };
}

/** Few at a time: a document may have a megabyte. */
const pageSize = 10;

/** Everything that lies below a person, as a whole. */
export function createPersonData(store: Store, blobs: BlobStore) {
  const files = createFiles(store, blobs);
  const evidence = createEvidenceRecords(store, blobs);
  const leases = createLeases(store);
  const jobs = createJobRecords(store);
  const documentFiles = createDocumentFiles(blobs);
  return {
    /** Reads on only when the reader does, a page or a file at a time, so that any amount fits in memory. */
    async *readAll(userId: string): AsyncGenerator<ExportLine> {
      for await (const { id, data } of readCollection(store, paths.conversations(userId))) {
        yield { kind: "conversation", id, ...toAbout(toConversation(data)) };
        for await (const message of readCollection(store, paths.messages(userId, id)))
          yield {
            kind: "message",
            conversationId: id,
            ...(await readWhole(blobs, { userId, conversationId: id }, message)),
          };
        yield { kind: "sources", conversationId: id, sources: await evidence.listSources(userId, id) };
        for await (const seen of readCollection(store, `${paths.conversation(userId, id)}/evidence`)) {
          yield {
            kind: "evidence",
            conversationId: id,
            id: seen.id,
            record: await evidence.find(userId, id, seen.id),
          };
        }
      }
      for await (const { data } of readCollection(store, `${paths.person(userId)}/memory`))
        yield { kind: "memory", ...data };
      for await (const { id, data } of readCollection(store, paths.runs(userId)))
        yield { kind: "run", id, ...data };
      for await (const { data } of readCollection(store, `${paths.person(userId)}/usage`))
        yield { ...data, kind: "usage" };
      for await (const { id } of readCollection(store, paths.files(userId))) {
        const file = await files.find(userId, id);
        if (file !== null)
          yield {
            kind: "file",
            id,
            name: file.name,
            mediaType: file.mediaType,
            base64: Buffer.from(file.bytes).toString("base64"),
          };
      }
      yield* readSettings(store, userId);
      for await (const { id, data } of readCollection(store, paths.collections(userId)))
        yield { kind: "collection", id, ...data };
      for await (const { id, data } of readCollection(store, paths.documents(userId)))
        yield await readDocument(documentFiles, userId, { id, record: toDocumentRecord(data) });
    },

    /** Files first, then logs, jobs and the documents that name them, the person's last. May be repeated. */
    async deleteAll(userId: string): Promise<void> {
      await blobs.deleteTree(paths.person(userId));
      for (const runId of await leases.listOf(userId)) await leases.delete(runId);
      await Promise.all([jobs.deleteOf(userId), deleteBeside(store, userId)]);
      await store.deleteTree(paths.person(userId));
    },
  };
}
/** What of a person lies beside them. */
const deleteBeside = (store: Store, userId: string) =>
  Promise.all([deleteRatingsOf(store, userId), deleteSharesOf(store, userId)]);

export type PersonData = ReturnType<typeof createPersonData>;

function toAbout({ title, createdAt, updatedAt, temporary, pinned, archived, folder }: ConversationRecord) {
  const filed = { pinned, archived, ...(folder !== null && { folder }) };
  return { title, createdAt, updatedAt, ...filed, ...(temporary && { temporary }) };
}

/** What the person set for themselves, their folders, prompts and workflows. */
async function* readSettings(store: Store, userId: string): AsyncGenerator<ExportLine> {
  for await (const { id, data } of readCollection(store, paths.folders(userId)))
    yield { kind: "folder", id, ...data };
  for await (const { id, data } of readCollection(store, paths.prompts(userId)))
    yield { kind: "prompt", id, ...data };
  for await (const { id, data } of readCollection(store, paths.workflows(userId)))
    yield { kind: "workflow", id, ...data };
  for await (const { data } of readCollection(store, `${paths.person(userId)}/preferences`))
    yield { kind: "preferences", ...data };
}

async function* readCollection(store: Store, collection: string): AsyncGenerator<StoredDocument> {
  let cursor: string | undefined;
  do {
    const page = await store.list({
      collection,
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.documents;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}
