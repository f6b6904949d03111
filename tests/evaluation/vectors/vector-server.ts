import { createModels } from "@/lib/models/models";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import type { CompareMeaning } from "@/lib/protocol/ask";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { findVector, keepVector, readVectorBook, writeVectorBook } from "./vector-book";
import { openVectorModel } from "./vector-model";

export type VectorServer = {
  /** What services need to have the model as their embedding tier. */
  env: Record<string, string>;
  /** The tier without services. */
  compareMeaning: CompareMeaning;
  /** Texts that no vector was kept of: whoever asked went by words alone. */
  missing: ReadonlySet<string>;
  close(): Promise<void>;
};

const provider = "vectors";
const ref = `${provider}:universal-sentence-encoder-lite`;

/**
 * A local server that speaks the OpenAI-compatible protocol and answers with the vectors that were kept of a
 * named model.
 */
export async function startVectorServer(): Promise<VectorServer> {
  const book = readVectorBook();
  const missing = new Set<string>();
  return serveVectors(async (text) => {
    const vector = findVector(book, text);
    if (vector === null) missing.add(text);
    return vector;
  }, missing);
}

/** The same with the model itself behind it, whose vectors of what is missing are kept in the end. */
export async function startRecordingServer(folder: string): Promise<VectorServer> {
  const embed = await openVectorModel(folder);
  const book = readVectorBook();
  const server = await serveVectors(async (text) => {
    if (findVector(book, text) === null) keepVector(book, text, await embed(text));
    return findVector(book, text);
  }, new Set());
  return {
    ...server,
    async close() {
      await server.close();
      writeVectorBook(book);
    },
  };
}

async function serveVectors(
  find: (text: string) => Promise<number[] | null>,
  missing: ReadonlySet<string>,
): Promise<VectorServer> {
  const server = await startProviderServer(async ({ body: { input } }) => {
    const vectors: number[][] = [];
    for (const text of Array.isArray(input) ? input : [input]) {
      const vector = await find(String(text));
      if (vector === null) return { status: 500 };
      vectors.push(vector);
    }
    return { parts: vectors.map((values) => ({ type: "embedding", values })) };
  });
  const baseURL = `${server.url}/v1`;
  const models = createModels({ compatible: [{ name: provider, baseURL }], tiers: {}, keySources: {} });
  return {
    env: { COMPATIBLE_PROVIDERS: `${provider}=${baseURL}`, MODEL_EMBEDDING: ref },
    compareMeaning: (query, texts, signal) =>
      payFrom(plenty, () => rankByMeaning(models, [ref], { query, texts }, signal)),
    missing,
    close: server.close,
  };
}
