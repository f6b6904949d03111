import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createIndex } from "@/lib/language/bm25";
import { splitSentences } from "@/lib/language/sentences";

const pageSchema = z.object({
  title: z.string(),
  /** Paragraphs with an empty line between them; a line that starts with `## ` is a heading. */
  text: z.string(),
  /** An answer is right when it contains one of the short `answers`. */
  questions: z.array(z.object({ question: z.string(), answers: z.array(z.string()).min(1) })),
});
export type ReadingPage = z.infer<typeof pageSchema>;

export const languages = ["en", "zh"] as const;

export function readSet(folder: string, language: (typeof languages)[number]): ReadingPage[] {
  return z.array(pageSchema).parse(JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")));
}

/** Whether a reply contains one of the expected answers; case, width and white space do not matter. */
export function holdsAnswer(reply: string, answers: readonly string[]): boolean {
  const folded = fold(reply);
  return answers.some((answer) => folded.includes(fold(answer)));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

/** The simplest method: the sentences of all pages that fit a question best by BM25, whatever page they stand on. */
export function createBaseline(pages: readonly ReadingPage[]): (question: string, count: number) => string {
  const sentences = pages.flatMap(({ text }) =>
    splitSentences(text).flatMap((sentence) => (sentence.text.startsWith("#") ? [] : [sentence.text])),
  );
  const index = createIndex(sentences);
  return (question, count) =>
    index
      .search(question, count)
      .map((hit) => sentences[hit.index] ?? "")
      .join("\n");
}
