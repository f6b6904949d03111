import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { HandbookMark } from "@/lib/features/records";
import type { CollectionView, DocumentView } from "@/lib/features/documents/shape/documents";
import { handbookId } from "@/lib/features/documents/shape/own-collections";
import { chunkForm } from "./chunk";
import type { DocumentIndex } from "./document-index";
import type { DocumentText } from "./library";
import { handbookScope } from "./scope";

export type HandbookPage = { name: string; text: string };

export type HandbookDeps = {
  /** The documents that ship with the product, in Markdown. */
  readPages: () => Promise<HandbookPage[]>;
  index: DocumentIndex & { isEmpty: () => Promise<boolean> };
  mark: HandbookMark;
  /** There was an index, and it is empty (it was lost, or not moved with the rest) or of an older form. */
  onIndexLost: () => Promise<void>;
};

/** So long a search waits for it at most. */
const longestWaitMs = 5_000;

/** The product's own documents as a collection that everybody may read and nobody may change. */
export function createHandbook(deps: HandbookDeps) {
  const { readPages, mark } = deps;
  let reading: Promise<DocumentText[]> | null = null;
  let chunks: Promise<number> | null = null;
  let known: number | null = null;
  const readAll = () =>
    (reading ??= readPages().then((pages) => pages.map((page) => toDocument(page, pages))));

  return {
    /** Indexes it where another one is indexed, or none; once in a process unless that fails. */
    async prepare(signal: AbortSignal): Promise<void> {
      chunks ??= readAll().then((documents) => bringUpToDate(deps, documents, signal));
      known = await chunks.catch((error: unknown) => {
        chunks = null;
        throw error;
      });
    },

    /** Resolves when it can be searched as a whole, or soon enough for who asks right after a start. */
    async untilIndexed(): Promise<void> {
      if (known !== null || chunks === null) return;
      await Promise.race([chunks.catch(() => undefined), wait(longestWaitMs, undefined, { ref: false })]);
    },

    /** Asks no store: its passages are 0 until they were counted here. */
    summarize: async () => ({ documents: (await readAll()).length, chunks: known ?? 0 }),

    async view(): Promise<CollectionView> {
      const documents = await readAll();
      return {
        ...{ id: handbookId, name: "Handbook", description: "", shared: true, isOwn: false, updatedAt: 0 },
        documents: documents.length,
        chunks: known ?? (await mark.find())?.chunks ?? 0,
        bytes: documents.reduce((sum, { document }) => sum + document.bytes, 0),
      };
    },

    list: async (): Promise<DocumentView[]> => (await readAll()).map(({ document }) => document),

    find: async (id: string): Promise<DocumentText | null> =>
      (await readAll()).find(({ document }) => document.id === id) ?? null,

    /** By id, or by title or name, letter case aside. */
    async findNamed(named: string): Promise<DocumentText | null> {
      const key = named.toLowerCase();
      const fits = ({ id, name, title }: DocumentView) =>
        [id, name.toLowerCase(), title.toLowerCase()].includes(key);
      return (await readAll()).find(({ document }) => fits(document)) ?? null;
    },
  };
}
export type Handbook = ReturnType<typeof createHandbook>;

/** Gives how many passages it has. */
async function bringUpToDate(
  { index, mark, onIndexLost }: HandbookDeps,
  documents: readonly DocumentText[],
  signal: AbortSignal,
): Promise<number> {
  const hash = createHash("sha256")
    .update(JSON.stringify(documents.map(({ document, text }) => [document.id, text])))
    .digest("hex");
  const known = await mark.find();
  const isLost = known !== null && known.chunks > 0 && (await index.isEmpty());
  const isOlder = known !== null && known.form < chunkForm;
  if (known?.hash === hash && !isLost && !isOlder) return known.chunks;
  if (isLost || isOlder) await onIndexLost();
  await index.deleteScope(handbookScope);
  let count = 0;
  for (const { document, text, pages } of documents)
    count += (await index.indexDocument(handbookScope, document, { text, pages }, signal)).chunks;
  await mark.set({ hash, chunks: count, form: chunkForm });
  return count;
}

function toDocument({ name, text: written }: HandbookPage, all: readonly HandbookPage[]): DocumentText {
  const text = written.replace(linkToPage, (link, file: string) =>
    all.some((page) => page.name === file) ? `](/library/documents/${toId(file)})` : link,
  );
  const title = /^# (.+)$/m.exec(text.slice(0, 1_000))?.[1]?.trim() ?? name;
  const bytes = Buffer.byteLength(text);
  const id = toId(name);
  return {
    document: {
      ...{ id, collectionId: handbookId, name, title, bytes, kind: "markdown", mediaType: "text/markdown" },
      ...{ status: "ready", progress: 1, pages: 0, words: 0, chunks: 0, tags: [], isOwnText: false },
      ...{ createdAt: 0, updatedAt: 0 },
    },
    text,
    pages: [],
  };
}

/** As the documents link each other, from the folder that they stand in or the one above. */
const linkToPage = /\]\((?:\.{1,2}\/)?(?:docs\/)?([\w-]+\.md)(?:#[^)\s]*)?\)/g;

function toId(name: string): string {
  return `${handbookId}-${name.replace(/\.md$/, "").toLowerCase()}`;
}
