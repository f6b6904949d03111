import { expect, it } from "vitest";
import type { EmbedTexts } from "@/lib/protocol/ask";
import { searchStrategies, type SearchStrategy } from "@/lib/features/documents/shape/documents";
import { readRetrievalSet, toScores } from "@/tests/support/retrieval-set";
import { putIntoDocs } from "./report";
import { withDocuments, type AskDocuments } from "./retrieval/with-documents";
import { openVectorModel } from "./vectors/vector-model";

/** What is changed is looked at on the tuning half alone: `npm run evaluate -- retrieval --set tuning`. */
const halves = process.env["EVALUATE_SET"] === "tuning" ? ["tuning"] : ["tuning", "judging"];
const { documents, questions } = readRetrievalSet();
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

async function toRows(
  ask: AskDocuments,
  language: string,
  strategies: readonly SearchStrategy[],
): Promise<string[]> {
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
