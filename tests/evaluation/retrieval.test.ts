import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createIndexDocument } from "@/lib/documents/index-document";
import { toCollectionScope } from "@/lib/documents/scope";
import { createSearchDocuments, type EmbedTexts } from "@/lib/documents/search";
import { searchStrategies, type SearchStrategy } from "@/lib/protocol/documents";
import { openChunkIndex } from "@/lib/store/chunks/open";
import { rankPassages, readRetrievalSet, toScores, type SetQuestion } from "@/tests/support/retrieval-set";
import { putIntoDocs } from "./report";
import { openVectorModel } from "./vectors/vector-model";

/** What is changed is looked at on the tuning half alone: `npm run evaluate -- retrieval --set tuning`. */
const halves = process.env["EVALUATE_SET"] === "tuning" ? ["tuning"] : ["tuning", "judging"];
const { documents, questions } = readRetrievalSet();
const scope = toCollectionScope("owner", "set", "Set");
const texts = new Map(documents.map(({ id, text }) => [id, text]));
const signal = new AbortController().signal;
const limit = 20;

type Ask = (question: SetQuestion, strategy: SearchStrategy) => Promise<(number | null)[]>;

it("counts the labelled passages that are found by words, among all documents", async () => {
  const rows = await withDocuments(
    documents,
    () => Promise.resolve(null),
    (ask) => Promise.all(["en", "zh"].map((language) => toRows(ask, language, ["keyword"]))),
  );
  const table = toTable(rows.flat());
  console.info(table);
  if (halves.length === 2) putIntoDocs("retrieval", table);
  expect(rows.flat()).toHaveLength(2 * 2 * halves.length);
});

it("counts what a small English model adds, among the English documents", async () => {
  const model = await openVectorModel(process.cwd());
  const made = new Map<string, Float32Array>();
  const embed: EmbedTexts = async (values) => {
    const vectors: Float32Array[] = [];
    for (const value of values) {
      const known = made.get(value) ?? toUnit(await model(value));
      made.set(value, known);
      vectors.push(known);
    }
    return { vectors, model: "use-lite", costMicroUsd: 0 };
  };
  const english = documents.filter(({ id }) => id.startsWith("en-"));
  const rows = await withDocuments(english, embed, (ask) => toRows(ask, "en", searchStrategies));
  const table = toTable(rows);
  console.info(table);
  if (halves.length === 2) putIntoDocs("retrieval by meaning", table);
  expect(rows).toHaveLength(3 * 2 * halves.length);
});

async function withDocuments<T>(
  list: typeof documents,
  embed: EmbedTexts,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
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
      expect(done).toBe(strategy);
      return rankPassages(question, results, texts);
    });
  } finally {
    await index.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function toRows(ask: Ask, language: string, strategies: readonly SearchStrategy[]): Promise<string[]> {
  const rows: string[] = [];
  for (const half of halves)
    for (const sharesWords of [true, false])
      for (const strategy of strategies) {
        const asked = questions.filter(
          (one) => one.half === half && one.language === language && one.sharesWords === sharesWords,
        );
        const { recall5, recall20, mrr, ndcg10 } = toScores(
          await Promise.all(asked.map((question) => ask(question, strategy))),
        );
        const scores = [recall5, recall20, mrr, ndcg10].map((score) => score.toFixed(2));
        const cells = [language, half, sharesWords ? "shares words" : "paraphrase", asked.length, strategy];
        rows.push(`| ${[...cells, ...scores].join(" | ")} |`);
      }
  return rows;
}

function toTable(rows: readonly string[]): string {
  const head = "| Language | Half | Question | Count | By | recall@5 | recall@20 | MRR | nDCG@10 |";
  return [head, `|${"---|".repeat(9)}`, ...rows].join("\n");
}

function toUnit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}
