import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { SearchOutcome } from "@/lib/features/documents/search";

const documentSchema = z.object({ id: z.string(), title: z.string(), kind: z.string(), text: z.string() });
/** `passages` stand letter by letter in `documents`; `sharesWords`: with the question, else it is a paraphrase. */
const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  documents: z.array(z.string()).min(1),
  passages: z.array(z.string()).min(1),
  sharesWords: z.boolean(),
  half: z.enum(["tuning", "judging"]),
});
export type SetDocument = z.output<typeof documentSchema>;
export type SetQuestion = z.output<typeof questionSchema> & { language: (typeof languages)[number] };

export const languages = ["en", "zh"] as const;

export function readRetrievalSet(folder = join(import.meta.dirname, "../evaluation/retrieval")): {
  documents: SetDocument[];
  questions: SetQuestion[];
} {
  const read = (language: string, name: string): unknown =>
    JSON.parse(readFileSync(join(folder, language, name), "utf8"));
  return {
    documents: languages.flatMap((language) =>
      z.array(documentSchema).parse(read(language, "documents.json")),
    ),
    questions: languages.flatMap((language) =>
      z
        .array(questionSchema)
        .parse(read(language, "questions.json"))
        .map((question) => ({ ...question, language })),
    ),
  };
}

/** For each labelled passage the rank, from 1, of the first result that holds half of it; `null` without one. */
export function rankPassages(
  { documents: ids, passages }: SetQuestion,
  results: SearchOutcome["results"],
  texts: ReadonlyMap<string, string>,
): (number | null)[] {
  return passages.map((passage) => {
    const places = ids.flatMap((id) => {
      const start = texts.get(id)?.indexOf(passage) ?? -1;
      return start === -1 ? [] : [{ id, start, end: start + passage.length }];
    });
    if (places.length === 0) throw new Error(`No document holds “${passage}”.`);
    const rank = results.findIndex(({ documentId, place }) =>
      places.some(
        ({ id, start, end }) =>
          id === documentId && 2 * (Math.min(end, place.end) - Math.max(start, place.start)) >= end - start,
      ),
    );
    return rank === -1 ? null : rank + 1;
  });
}

export type Scores = { questions: number; recall5: number; recall20: number; mrr: number; ndcg10: number };

/** Means over questions of the shares of their passages that were found, of 1 / first rank, and of nDCG. */
export function toScores(ranked: readonly (number | null)[][]): Scores {
  const mean = (toNumber: (ranks: (number | null)[]) => number) =>
    ranked.reduce((sum, ranks) => sum + toNumber(ranks), 0) / Math.max(1, ranked.length);
  const recall = (most: number) => (ranks: (number | null)[]) =>
    ranks.filter((rank) => rank !== null && rank <= most).length / ranks.length;
  return {
    questions: ranked.length,
    recall5: mean(recall(5)),
    recall20: mean(recall(20)),
    mrr: mean((ranks) => 1 / Math.min(...ranks.map((rank) => rank ?? Infinity))),
    ndcg10: mean((ranks) => {
      const gain = (rank: number) => 1 / Math.log2(rank + 1);
      const found = ranks.flatMap((rank) => (rank === null || rank > 10 ? [] : [gain(rank)]));
      // Two passages of one question may stand in one chunk.
      return Math.min(1, sum(found) / sum(ranks.slice(0, 10).map((_, index) => gain(index + 1))));
    }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
