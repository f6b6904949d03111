import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";
import type { ChunkHit, ChunkQuery } from "./chunk-index";
import { rankChunks, toDocument, toOrdinal, type IndexReader, type ScopeReader } from "./rank-chunks";
import { findPostings, readSegmentFile, type ChunkTexts, type ChunkVectors, type Segment } from "./segment";

/** `folder`: where its files are. */
export type ListedSegment = { documentId: string; model: string | null; folder: string };
export type ListedScope = { scope: string; documents: ListedSegment[] };
/** `null` where there is none. */
export type LoadFile = (path: string) => Promise<Uint8Array | null>;

/** What is found; attributes are with whoever asks. */
export type SegmentHit = Omit<ChunkHit, "attributes">;

/** Files kept in memory; the least recently used goes first. */
const mostBytes = 192_000_000;
/** What is read from the store at the same time. */
const atOnce = 32;

type FileContent = Segment | ChunkTexts | ChunkVectors;
type LoadedSegment = ListedSegment & { scope: string; number: number; segment: Segment };

/**
 * Search over files that never change once written. Fails with `not_found` where one is gone: the list was
 * old.
 */
export function createSegmentSearch(load: LoadFile) {
  const openAll = createFiles(load);

  return {
    async search(
      scopes: readonly ListedScope[],
      query: ChunkQuery,
    ): Promise<{ hits: SegmentHit[]; total: number }> {
      const listed = scopes.flatMap(({ scope, documents }) => documents.map((each) => ({ scope, ...each })));
      const segments = await openAll<Segment>(listed.map(({ folder }) => `${folder}/segment`));
      const loaded = listed.flatMap((each, number) => {
        const segment = segments[number];
        return segment === undefined ? [] : [{ ...each, number, segment }];
      });
      const reader = createReader(scopes, loaded, query.documentIds, (folders) =>
        openAll<ChunkVectors>(folders.map((folder) => `${folder}/vectors`)),
      );
      const { ranked, total } = await rankChunks(reader, query);
      const folders = [...new Set(ranked.map(({ key }) => loaded[toDocument(key)]?.folder ?? ""))];
      const texts = await openAll<ChunkTexts>(folders.map((folder) => `${folder}/texts`));
      const byFolder = new Map(folders.map((folder, index) => [folder, texts[index]]));
      const hits = ranked.flatMap(({ key, ...scores }) => {
        const document = loaded[toDocument(key)];
        const chunk = byFolder.get(document?.folder ?? "")?.[toOrdinal(key)];
        return document === undefined || chunk === undefined
          ? []
          : [{ ...toHit(document, chunk), ...scores }];
      });
      return { hits, total };
    },
    async read(
      scope: string,
      document: ListedSegment,
      range: { from: number; count: number },
    ): Promise<SegmentHit[]> {
      const [texts = []] = await openAll<ChunkTexts>([`${document.folder}/texts`]);
      const none = { keyword: null, semantic: null, score: 0 };
      return texts
        .slice(range.from, range.from + range.count)
        .map((chunk) => ({ ...toHit({ ...document, scope }, chunk), ...none }));
    },
  };
}

/** Opens files by their paths, and keeps what was asked for lately. */
function createFiles(load: LoadFile) {
  const files = new LRUCache<string, { content: FileContent; size: number }>({
    maxSize: mostBytes,
    sizeCalculation: ({ size }) => size,
    fetchMethod: async (path) => {
      const bytes = await load(path);
      if (bytes === null) throw new AppError("not_found", "A part of the index is gone.");
      // Texts as objects take about twice their bytes.
      const size = path.endsWith("/texts") ? 2 * bytes.length : bytes.length;
      return { content: readSegmentFile(bytes), size };
    },
  });
  return async <CONTENT extends FileContent>(paths: readonly string[]): Promise<CONTENT[]> => {
    const contents: CONTENT[] = [];
    for (let at = 0; at < paths.length; at += atOnce) {
      const opened = await Promise.all(paths.slice(at, at + atOnce).map((path) => files.forceFetch(path)));
      contents.push(...opened.map(({ content }) => content as CONTENT));
    }
    return contents;
  };
}

function toHit(document: { scope: string; documentId: string }, { id, text, place }: ChunkTexts[number]) {
  return { scope: document.scope, documentId: document.documentId, chunkId: id, text, place };
}

type OpenVectors = (folders: string[]) => Promise<ChunkVectors[]>;

function createReader(
  scopes: readonly ListedScope[],
  loaded: readonly LoadedSegment[],
  documentIds: readonly string[] | null,
  openVectors: OpenVectors,
): IndexReader {
  const asked = documentIds === null ? null : new Set(documentIds);
  return {
    scopes: scopes.map(({ scope }) => createScopeReader(loaded.filter((each) => each.scope === scope))),
    isAsked: (document) => asked === null || asked.has(loaded[document]?.documentId ?? ""),
    nameOf: (document) => loaded[document]?.documentId ?? "",
    async readVectors(keys) {
      const folderOf = (key: number) => loaded[toDocument(key)]?.folder ?? "";
      const folders = [...new Set(keys.map(folderOf))];
      const opened = await openVectors(folders);
      const byFolder = new Map(folders.map((folder, index) => [folder, opened[index]]));
      return keys.map((key) => {
        const { length = 0, vectors = new Float32Array() } = byFolder.get(folderOf(key)) ?? {};
        return vectors.subarray(toOrdinal(key) * length, (toOrdinal(key) + 1) * length);
      });
    },
  };
}

function createScopeReader(documents: readonly LoadedSegment[]): ScopeReader {
  const found = new Map<string, { document: number; triples: Uint16Array }[]>();
  function find(term: string) {
    const known = found.get(term);
    if (known !== undefined) return known;
    const bytes = Buffer.from(term);
    const postings = documents.flatMap(({ number, segment }) => {
      const triples = findPostings(segment, bytes);
      return triples.length === 0 ? [] : [{ document: number, triples }];
    });
    found.set(term, postings);
    return postings;
  }
  const sum = (toNumber: (segment: Segment) => number) =>
    documents.reduce((total, { segment }) => total + toNumber(segment), 0);
  return {
    chunks: sum(({ chunks }) => chunks),
    tokens: sum(({ tokens }) => tokens),
    countChunks: (term) => find(term).reduce((count, { triples }) => count + triples.length / 3, 0),
    readPostings: find,
    listSigns: (model) =>
      documents
        .filter((each) => each.model === model && each.segment.signs.length > 0)
        .map(({ number, segment }) => ({ document: number, signs: segment.signs })),
    listDocuments: () =>
      documents.map(({ number, segment }) => ({ document: number, chunks: segment.chunks })),
  };
}
