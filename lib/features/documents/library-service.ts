import {
  readJob,
  toDocumentView,
  type FoundDocument,
} from "@/lib/features/documents/records/document-record";
import type { ConversationRecord } from "@/lib/data/conversations";
import { withoutUndefined } from "@/lib/data/json";
import type { JobPlace } from "@/lib/data/jobs";
import type { JobWork } from "@/lib/jobs/jobs";
import type {
  DocumentChange,
  DocumentSearchReply,
  DocumentSearchRequest,
  DocumentView,
} from "@/lib/features/documents/shape/documents";
import { createFileIntake, type AddDeps, type NewFile } from "./add-files";
import { createDiscard, type DiscardDeps } from "./discard";
import { createHandbook, type HandbookDeps } from "./handbook";
import { toFileName } from "./file-kind";
import type { DocumentText, LibraryReader } from "./library";
import { createLibraryReader } from "./library-reader";
import { createReading, type ReadDeps } from "./read-documents";
import { toCollectionScope, toConversationsScope, toFileScope } from "./scope";
import { createListing, createShelf, missingDocument } from "./shelf";
import { indexAllAgain, listPages, type IndexAgainDeps } from "./index-again";
import type { SearchDocuments } from "./search";

export type LibraryDeps = AddDeps &
  Omit<ReadDeps, "index"> &
  Omit<DiscardDeps, "index"> &
  Omit<HandbookDeps, "onIndexLost"> &
  IndexAgainDeps & {
    search: SearchDocuments;
    /** Does a job now, unless somebody is at it; what fails is tried again by whoever looks for jobs. */
    runJob: (place: JobPlace) => Promise<unknown>;
    inBackground: (event: string, work: Promise<unknown>) => void;
  };

/** `reading` resolves when it was read or that has failed; it never rejects. */
export type TakenFile = { document: DocumentView; reading: Promise<void> };

/** A person's documents and collections, and what others share: what routes, runs and accounts ask for. */
export function createLibrary(deps: LibraryDeps) {
  const handbook = createHandbook({ ...deps, onIndexLost: () => indexAllAgain(deps) });
  const reader = createLibraryReader({ ...deps, handbook });
  const reading = createReading(deps);
  const discarding = createDiscard(deps);
  const search: SearchDocuments = async (query) => {
    if (query.scopes.some(({ kind }) => kind === "handbook")) await handbook.untilIndexed();
    return deps.search(query);
  };
  const run = (place: JobPlace): Promise<void> => {
    const work = deps.runJob(place);
    deps.inBackground("document_job_failed", work);
    return work.then(
      () => undefined,
      () => undefined,
    );
  };
  const take = (userId: string, found: FoundDocument): TakenFile => ({
    document: toDocumentView(found),
    reading: run(readJob.at({ userId, documentId: found.id })),
  });
  const parts = { deps, handbook, reader, reading, discarding, run, take };
  return {
    ...createTexts(parts),
    ...createFiles(parts),
    ...createShelf(parts),
    ...createListing(parts),
    ...createForConversations(parts),
    reader: reader as LibraryReader,
    jobs: [reading.job, ...discarding.jobs] satisfies JobWork[],
    prepareHandbook: handbook.prepare,
    searchDocuments: search,

    async search(
      userId: string,
      { collections, filters, ...asked }: DocumentSearchRequest,
      signal: AbortSignal,
    ): Promise<DocumentSearchReply> {
      const scopes = await reader.listSearched(userId, collections);
      const query = { ...asked, scopes, filters: filters === undefined ? [] : [filters], signal };
      const found = await deps.payFor(userId, () => search(query));
      const results = found.results.map(({ scope: _scope, ...result }) => result);
      return { results, total: found.total, strategy: found.strategy };
    },

    /** What is found of a person whose account ends, and what they share; records and files go after it. */
    forgetPerson: (userId: string): Promise<void> => forgetPerson(parts, userId),
  };
}
export type Library = ReturnType<typeof createLibrary>;

type LibraryParts = {
  deps: LibraryDeps;
  handbook: ReturnType<typeof createHandbook>;
  reader: ReturnType<typeof createLibraryReader>;
  reading: ReturnType<typeof createReading>;
  discarding: ReturnType<typeof createDiscard>;
  run: (place: JobPlace) => Promise<void>;
  take: (userId: string, found: FoundDocument) => TakenFile;
};

async function forgetPerson({ deps, reading }: LibraryParts, userId: string): Promise<void> {
  await deps.collections.unshareAll(userId);
  for (const { id, isOwn } of await deps.collections.list(userId))
    if (isOwn) await deps.index.deleteScope(toCollectionScope(userId, id, ""));
  for await (const { documents } of listPages((page) => deps.documents.list(userId, page)))
    for (const { id, record } of documents) {
      reading.stop(id);
      if (record.collectionId === null) await deps.index.deleteScope(toFileScope(userId, id, ""));
    }
  await deps.index.deleteScope(toConversationsScope(userId));
}

/** What stands in files, by their id, wherever they are: one's own, of shared collections, the handbook's. */
function createTexts({ deps, handbook, reader }: LibraryParts) {
  return {
    /** The file as it came: one's own, or of a shared collection; of the handbook its text. */
    async findFile(userId: string, id: string) {
      const page = await handbook.find(id);
      if (page !== null) {
        const { name, mediaType } = page.document;
        return { bytes: new TextEncoder().encode(page.text), name, mediaType };
      }
      const known = await reader.findDocument(userId, id);
      if (known === null) return null;
      const { version, name, mediaType } = known.found.record;
      const bytes = await deps.files.findSource({ userId: known.ownerId, version });
      return bytes === null ? null : { bytes, name, mediaType };
    },

    async getText(userId: string, id: string): Promise<DocumentText> {
      const page = await handbook.find(id);
      if (page !== null) return page;
      const known = await reader.findDocument(userId, id);
      if (known === null) throw missingDocument();
      return reader.readText(known.ownerId, known.found);
    },

    async getView(userId: string, id: string): Promise<DocumentView> {
      const page = await handbook.find(id);
      if (page !== null) return page.document;
      const known = await reader.findDocument(userId, id);
      if (known === null) throw missingDocument();
      return toDocumentView(known.found);
    },
  };
}

/** Files by their id, wherever they are. */
function createFiles({ deps, reading, discarding, take }: LibraryParts) {
  const intake = createFileIntake(deps);

  return {
    beginUpload: intake.beginParts,
    putPart: intake.putPart,
    readUpload: intake.readUpload,
    cancelUpload: intake.cancel,
    add: async (userId: string, file: NewFile) => take(userId, await intake.add(userId, file)),
    completeUpload: async (userId: string, uploadId: string) =>
      take(userId, await intake.complete(userId, uploadId)),

    /** `password` is for one reading, and is not kept. */
    async change(
      userId: string,
      id: string,
      { password, readAgain, name, ...patch }: DocumentChange,
    ): Promise<TakenFile> {
      if (password !== undefined) reading.usePassword(id, password);
      const found = await deps.documents.edit(userId, id, {
        ...withoutUndefined(patch),
        ...(name !== undefined && { name: toFileName(name) }),
        readAgain: readAgain === true || password !== undefined || patch.encoding !== undefined,
      });
      return take(userId, found);
    },

    async delete(userId: string, id: string): Promise<void> {
      reading.stop(id);
      if (!(await discarding.removeDocument(userId, id))) throw missingDocument();
    },
  };
}

/** What a conversation needs of its files. */
function createForConversations({ deps, discarding, reading }: LibraryParts) {
  const { documents } = deps;
  return {
    /** Gives those that are this conversation's from now on. Throws for a file that is not the person's. */
    attachFiles: documents.attach,
    detachFiles: documents.detach,

    async forgetConversation(
      userId: string,
      conversationId: string,
      found: ConversationRecord | null,
    ): Promise<void> {
      if (found?.hasFiles === false) return;
      for (;;) {
        const page = await documents.listOfConversation(userId, conversationId, { limit: 100 });
        for (const { id } of page.documents) {
          reading.stop(id);
          await discarding.removeDocument(userId, id);
        }
        if (page.documents.length === 0) return;
      }
    },
  };
}
