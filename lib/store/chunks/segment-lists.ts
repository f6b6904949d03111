import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Store } from "@/lib/store/store";
import type { DocumentChunks } from "./chunk-index";
import * as entries from "./segment-entries";
import { entrySchema, scopeSchema, type ScopeState, type SegmentEntry } from "./segment-entries";

export type ListedDocument = SegmentEntry & { folder: string };
export type ListedDocuments = { scope: string; documents: ListedDocument[] };

/** Documents of scopes whose lists are kept in memory. */
const mostCached = 200_000;
const atOnce = 100;

/** Any name as one that paths can hold. */
export function toName(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Which files of a scope count. One document of the store names the state of the list, so that a search reads
 * that, and what has changed since its last reading. What is returned are folders whose files go.
 */
export function createSegmentLists(store: Store, now: () => number = Date.now) {
  const change = createChange(store);
  return {
    read: createReader(store),
    begin: (scope: string, documentId: string, folder: string): Promise<string[]> =>
      change(scope, documentId, (found) => entries.beginEntry(found, { documentId, folder, now: now() })),
    finish: (scope: string, document: Omit<DocumentChunks, "chunks">, folder: string): Promise<string[]> =>
      change(scope, document.documentId, (found) => entries.finishEntry(found, document, folder)),
    async setAttributes(scope: string, documentId: string, attributes: string): Promise<void> {
      await change(scope, documentId, (found) => entries.relabelEntry(found, attributes));
    },
    delete: (scope: string, documentId: string): Promise<string[]> =>
      change(scope, documentId, entries.deleteEntry),
    /** Hides everything at its first step; `forget` removes the files before their entries. */
    async deleteScope(scope: string, forget: (folders: string[]) => Promise<void>): Promise<void> {
      await store.delete(toPath(scope));
      for (;;) {
        const { documents } = await store.list({ collection: toCollection(scope), limit: atOnce });
        if (documents.length === 0) return;
        await forget(documents.flatMap(({ data }) => entries.listFolders(entrySchema.parse(data))));
        await store.batch(documents.map(({ path }) => ({ kind: "delete", path })));
      }
    },
  };
}

type ChangeEntry = (found: entries.FoundEntry) => entries.ChangedEntry;

function createChange(store: Store) {
  const inTurn = createTurns();
  return (scope: string, documentId: string, work: ChangeEntry): Promise<string[]> =>
    inTurn(scope, () =>
      store.transaction(async (tx) => {
        const [scopePath, entryPath] = [toPath(scope), `${toCollection(scope)}/${toName(documentId)}`];
        const [state, listed] = await tx.findMany([scopePath, entryPath]);
        const current = state ? scopeSchema.parse(state.data) : null;
        const found = listed ? entrySchema.parse(listed.data) : null;
        const { entry, isSeen, forgotten } = work({ scope: current, entry: found });
        if (entry === null) return forgotten;
        const seq = (current?.seq ?? 0) + 1;
        if (isSeen || current === null)
          tx.set(scopePath, { generation: entry.generation, seq: isSeen ? seq : 0 });
        tx.set(entryPath, isSeen ? { ...entry, seq } : entry);
        return forgotten;
      }),
    );
}

/** Changes of one scope wait for each other here: each writes its state, and would fail beside others. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(scope: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(scope) ?? Promise.resolve()).then(work, work);
    last.set(scope, mine);
    try {
      return await mine;
    } finally {
      if (last.get(scope) === mine) last.delete(scope);
    }
  };
}

type CachedScope = ScopeState & { documents: ReadonlyMap<string, ListedDocument> };

/** The documents of each scope, in the order of the scopes. */
function createReader(store: Store) {
  const cache = new LRUCache<string, CachedScope>({
    maxSize: mostCached,
    sizeCalculation: ({ documents }) => documents.size + 1,
  });

  async function readChanges(scope: string, current: ScopeState): Promise<CachedScope> {
    const known = cache.get(scope);
    const before = known?.generation === current.generation ? known : null;
    if (before?.seq === current.seq) return before;
    const documents = new Map(before?.documents ?? []);
    let cursor: string | undefined;
    do {
      const page = await store.list({
        collection: toCollection(scope),
        where: [{ field: "seq", op: ">", value: before?.seq ?? 0 }],
        orderBy: { field: "seq", direction: "asc" },
        ...{ limit: 500, cursor },
      });
      for (const { data } of page.documents) {
        const { folder, ...entry } = entrySchema.parse(data);
        if (folder !== null && entry.generation === current.generation)
          documents.set(entry.documentId, { ...entry, folder });
        else documents.delete(entry.documentId);
      }
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    const read = { ...current, documents };
    cache.set(scope, read);
    return read;
  }

  return async (scopes: readonly string[]): Promise<ListedDocuments[]> => {
    const found = await store.findMany(scopes.map(toPath));
    return Promise.all(
      scopes.map(async (scope, index) => {
        const data = found[index]?.data;
        if (data === undefined) return { scope, documents: [] };
        const { documents } = await readChanges(scope, scopeSchema.parse(data));
        return { scope, documents: [...documents.values()] };
      }),
    );
  };
}

function toPath(scope: string): string {
  return `chunkScopes/${toName(scope)}`;
}

function toCollection(scope: string): string {
  return `${toPath(scope)}/segments`;
}
