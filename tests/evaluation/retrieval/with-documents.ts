import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIndexDocument } from "@/lib/features/documents/index-document";
import { toCollectionScope } from "@/lib/features/documents/scope";
import { createSearchDocuments } from "@/lib/features/documents/search";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type { SearchStrategy } from "@/lib/features/documents/shape/documents";
import { openChunkIndex } from "@/lib/store/chunks/open";
import { rankPassages, type SetDocument, type SetQuestion } from "@/tests/support/retrieval-set";

const scope = toCollectionScope("owner", "set", "Set");
const signal = new AbortController().signal;
const limit = 20;

/** The ranks of the labelled passages; `null` for one that was not found. */
export type AskDocuments = (question: SetQuestion, strategy: SearchStrategy) => Promise<(number | null)[]>;

/** Has the documents indexed as the product does, for as long as the work asks them. */
export async function withDocuments<T>(
  list: readonly SetDocument[],
  embed: EmbedTexts,
  work: (ask: AskDocuments) => Promise<T>,
): Promise<T> {
  const texts = new Map(list.map(({ id, text }) => [id, text]));
  const dataDir = await mkdtemp(join(tmpdir(), "sextant-retrieval-"));
  const index = await openChunkIndex({ driver: "embedded", dataDir, onSetAside: () => undefined });
  try {
    const indexDocument = createIndexDocument({ index, embed });
    for (const { id: documentId, title, text } of list)
      await indexDocument({ documentId, title, text, pages: [], scope, attributes: { title }, signal });
    const search = createSearchDocuments({ index, embed });
    return await work(async (question, strategy) => {
      const asked = {
        scopes: [scope],
        query: question.question,
        strategy,
        limit,
        offset: 0,
        filters: [],
        signal,
      };
      const { results, strategy: done } = await search(asked);
      if (done !== strategy) throw new Error(`Searched by ${done} instead of ${strategy}.`);
      return rankPassages(question, results, texts);
    });
  } finally {
    await index.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
