import { setTimeout as pause } from "node:timers/promises";
import type { Collections, FoundCollection } from "@/lib/features/documents/records/collections";
import type { DocumentFiles } from "@/lib/features/documents/records/document-files";
import { toDocumentView, toKey, type FoundDocument } from "@/lib/features/documents/records/document-record";
import type { Documents } from "@/lib/features/documents/records/documents";
import { AppError, isAppError } from "@/lib/errors";
import { fileKinds } from "@/lib/features/documents/shape/documents";
import { handbookId, sentFilesId } from "@/lib/features/documents/shape/own-collections";
import type { Handbook } from "./handbook";
import type { DocumentText, LibraryReader, ScopeSummary, UnreadFile } from "./library";
import { handbookScope, toCollectionScope, toFileScope, type Scope } from "./scope";

export type ReaderDeps = {
  documents: Documents;
  collections: Collections;
  files: DocumentFiles;
  handbook: Handbook;
};

/** More files of one conversation, or of all of them, are not searched together. */
const mostFiles = 100;

/** What a person may read, and what stands in it. */
export function createLibraryReader(deps: ReaderDeps): LibraryReader & {
  findDocument(userId: string, id: string): Promise<{ ownerId: string; found: FoundDocument } | null>;
  readText(ownerId: string, found: FoundDocument): Promise<DocumentText>;
  listSearched(userId: string, ids: readonly string[] | undefined): Promise<Scope[]>;
} {
  const { documents, collections, handbook } = deps;
  const readText = (ownerId: string, found: FoundDocument) => readKeptText(deps.files, ownerId, found);

  return {
    async listScopes(userId, { conversationId, collections: ids = [] }) {
      const [sent, named, { documents: count, chunks }] = await Promise.all([
        conversationId === null ? [] : listSent(documents, userId, conversationId),
        Promise.all([...new Set(ids)].map((id) => findCollection(collections, userId, id))),
        handbook.summarize(),
      ]);
      return [
        ...sent.filter(({ record }) => record.read !== null).map((found) => toFileSummary(userId, found)),
        ...named.flatMap((found) => (found === null ? [] : toCollectionSummary(found))),
        { scope: handbookScope, documents: count, chunks, kinds: ["markdown"] },
      ];
    },

    awaitFiles: (userId, ids, signal) =>
      Promise.all(ids.map((id) => awaitFile(documents, userId, id, signal))).then(dropNull),

    async findText(scopes, document) {
      for (const scope of scopes) {
        const text = await findIn(deps, scope, document);
        if (text !== null) return text;
      }
      return null;
    },

    readText,

    /** One's own, or one of a shared collection. */
    async findDocument(userId, id) {
      const own = await documents.find(userId, id);
      if (own !== null) return { ownerId: userId, found: own };
      const shared = (await collections.list(userId)).filter(({ isOwn }) => !isOwn);
      for (const ownerId of new Set(shared.map((each) => each.ownerId))) {
        const found = await documents.find(ownerId, id);
        const isShared = shared.some((each) => each.id === found?.record.collectionId);
        if (found !== null && isShared) return { ownerId, found };
      }
      return null;
    },

    listSearched: (userId, ids) => listSearched(deps, userId, ids),
  };
}

/** Collections that are named and may be searched, and files that were sent; without names all of them. */
async function listSearched(
  { documents, collections }: ReaderDeps,
  userId: string,
  ids: readonly string[] | undefined,
): Promise<Scope[]> {
  const found =
    ids === undefined
      ? await collections.list(userId)
      : await Promise.all([...new Set(ids)].map((id) => findCollection(collections, userId, id)));
  const sent = ids?.includes(sentFilesId)
    ? (await documents.listOfCollection(userId, null, { limit: mostFiles })).documents
    : [];
  return [
    ...dropNull(found).map(toScope),
    ...sent.map(({ id, record }) => toFileScope(userId, id, record.name)),
    ...(ids === undefined || ids.includes(handbookId) ? [handbookScope] : []),
  ];
}

async function listSent(
  documents: Documents,
  userId: string,
  conversationId: string,
): Promise<FoundDocument[]> {
  return (await documents.listOfConversation(userId, conversationId, { limit: mostFiles })).documents;
}

const [firstPauseMs, longestPauseMs, longestWaitMs] = [100, 2_000, 60_000];

function dropNull<T>(list: readonly (T | null)[]): T[] {
  return list.filter((each) => each !== null);
}

async function awaitFile(
  documents: Documents,
  userId: string,
  id: string,
  signal: AbortSignal,
): Promise<UnreadFile | null> {
  const until = performance.now() + longestWaitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
    const found = await documents.find(userId, id);
    if (found === null || found.record.read !== null) return null;
    const { name, status, error = null } = found.record;
    if (status === "failed" || performance.now() > until) return { name, problem: error };
    await pause(pauseMs, undefined, { signal });
  }
}

async function findCollection(
  collections: Collections,
  userId: string,
  id: string,
): Promise<FoundCollection | null> {
  return collections.get(userId, id).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  });
}

function toScope({ id, ownerId, record }: FoundCollection): Scope {
  return toCollectionScope(ownerId, id, record.name);
}

function toCollectionSummary(found: FoundCollection): ScopeSummary {
  const { documents, chunks, kinds } = found.record;
  return {
    scope: toScope(found),
    documents,
    chunks,
    kinds: fileKinds.filter((kind) => (kinds[kind] ?? 0) > 0),
  };
}

function toFileSummary(userId: string, { id, record }: FoundDocument): ScopeSummary {
  const { name, chunks, kind } = record;
  return { scope: toFileScope(userId, id, name), documents: 1, chunks, kinds: [kind] };
}

async function findIn(deps: ReaderDeps, scope: Scope, named: string): Promise<DocumentText | null> {
  switch (scope.kind) {
    case "conversations":
      return null;
    case "handbook":
      return deps.handbook.findNamed(named);
    case "file": {
      const found = await deps.documents.find(scope.ownerId, scope.documentId);
      const fits = named === scope.documentId || found?.record.keys.includes(toKey(named)) === true;
      return found !== null && fits ? readKeptText(deps.files, scope.ownerId, found) : null;
    }
    case "collection": {
      const { ownerId, collectionId } = scope;
      const byId = isId(named) ? await deps.documents.find(ownerId, named) : null;
      const found =
        byId?.record.collectionId === collectionId
          ? byId
          : await deps.documents.findByName(ownerId, collectionId, named);
      return found === null ? null : readKeptText(deps.files, ownerId, found);
    }
  }
}

const isId = (named: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(named);

/** What is searched: of a newer version that is not read yet, the one before. */
async function readKeptText(
  files: DocumentFiles,
  ownerId: string,
  found: FoundDocument,
): Promise<DocumentText> {
  const { read } = found.record;
  const text = read === null ? null : await files.findText({ userId: ownerId, version: read.version });
  if (read !== null && text === null)
    throw new AppError("internal", "The text of this document is not there.");
  return { document: toDocumentView(found), text: text?.text ?? "", pages: text?.pages ?? [] };
}
