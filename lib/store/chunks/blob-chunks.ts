import { randomUUID } from "node:crypto";
import { isAppError } from "@/lib/errors";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { createUnavailable } from "@/lib/store/store-errors";
import type { ChunkHit, ChunkIndex, DocumentChunks } from "./chunk-index";
import { createChunkThread, handOver, untilStopped } from "./chunk-thread";
import { createSegmentLists, toName, type ListedDocument, type ListedDocuments } from "./segment-lists";
import type { ListedSegment, SegmentHit } from "./segment-search";
import type { SegmentFiles } from "./segment";
import { checkAttributes, checkDocument, checkNames } from "./stage-chunks";

/** A file that is gone means that the list was read before a change; so often it is read again. */
const tries = 4;

/**
 * Keeps three files for each document (postings, texts, vectors), which never change, and in the store a list
 * for each scope of those that count. What is put has its files first, then its place in the list; what was
 * there before loses its files after that. One thread builds, one searches.
 */
export function createBlobChunks(store: Store, blobs: BlobStore): ChunkIndex {
  const lists = createSegmentLists(store);
  const builder = createChunkThread({ file: null });
  const searcher = createChunkThread({ file: null }, async (path) => (await blobs.find(path))?.bytes ?? null);
  const forget = async (folders: readonly string[]) =>
    void (await Promise.all(folders.map((folder) => blobs.deleteTree(folder))));

  const withLists = createListTries(lists.read);

  return {
    async put(scope, { chunks, ...document }) {
      checkDocument(scope, { ...document, chunks });
      const files = await handOver(builder, chunks, (name) =>
        builder.call("build", name, document.model !== null),
      );
      const folder = `chunks/${toName(scope)}/${toName(document.documentId)}/${randomUUID()}`;
      await forget(await lists.begin(scope, document.documentId, folder));
      try {
        await writeFiles(blobs, folder, files);
        await forget(await lists.finish(scope, document, folder));
      } catch (error) {
        // Noted as begun, they go with the document at the latest.
        await forget([folder]).catch(() => undefined);
        throw error;
      }
    },
    async setAttributes(scope, documentId, attributes) {
      checkNames(scope, documentId);
      await lists.setAttributes(scope, documentId, checkAttributes(attributes));
    },
    delete: async (scope, documentId) => forget(await lists.delete(scope, documentId)),
    deleteScope: (scope) => lists.deleteScope(scope, forget),
    async listDocuments(scope) {
      const [found] = await lists.read([scope]);
      return (found?.documents ?? []).map(({ documentId, attributes, model }) => ({
        ...{ documentId, model, attributes: JSON.parse(attributes) as DocumentChunks["attributes"] },
      }));
    },
    search: (query, signal) =>
      untilStopped(signal, () =>
        withLists([...new Set(query.scopes)], async (found) => {
          const { hits, total } = await searcher.call("searchSegments", found.map(toSegments), query);
          return { hits: addAttributes(hits, found), total };
        }),
      ),
    read: (scope, documentId, range = { from: 0, count: Infinity }) =>
      withLists([scope], async (found) => {
        const document = found[0]?.documents.find((each) => each.documentId === documentId);
        if (document === undefined) return [];
        const hits = await searcher.call("readSegment", scope, toSegment(document), range);
        return addAttributes(hits, found);
      }),
    async close() {
      await Promise.all([builder.close(), searcher.close()]);
    },
  };
}

type FoundScopes = readonly ListedDocuments[];

function createListTries(read: (scopes: readonly string[]) => Promise<ListedDocuments[]>) {
  return async <T>(scopes: readonly string[], work: (found: FoundScopes) => Promise<T>): Promise<T> => {
    for (let count = 1; ; count += 1)
      try {
        return await work(await read(scopes));
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_found") throw error;
        if (count === tries) throw createUnavailable(error);
      }
  };
}

function toSegments({ scope, documents }: FoundScopes[number]) {
  return { scope, documents: documents.map(toSegment) };
}

function toSegment({ documentId, model, folder }: ListedDocument): ListedSegment {
  return { documentId, model, folder };
}

function addAttributes(hits: readonly SegmentHit[], scopes: FoundScopes): ChunkHit[] {
  const found = new Map(
    scopes.map(({ scope, documents }) => [
      scope,
      new Map(documents.map((each) => [each.documentId, each.attributes])),
    ]),
  );
  return hits.map((hit) => ({
    ...hit,
    attributes: JSON.parse(found.get(hit.scope)?.get(hit.documentId) ?? "{}") as DocumentChunks["attributes"],
  }));
}

async function writeFiles(
  blobs: BlobStore,
  folder: string,
  { segment, texts, vectors }: SegmentFiles,
): Promise<void> {
  const files = { segment, texts, ...(vectors === null ? {} : { vectors }) };
  const written = await Promise.allSettled(
    Object.entries(files).map(([name, bytes]) =>
      blobs.put(`${folder}/${name}`, bytes, { contentType: "application/octet-stream" }),
    ),
  );
  // Not before all have ended: one that comes late would stay.
  for (const each of written) if (each.status === "rejected") throw each.reason;
}
