import { readFileSync } from "node:fs";
import { z } from "zod";

const questionSchema = z.object({
  id: z.string(),
  group: z.enum(["english", "chinese", "follow-up", "not-found", "search-down"]),
  /** What the person says, turn by turn; the answer to the last is judged. */
  turns: z.array(z.string()).min(1),
  condition: z.enum(["search_down"]).optional(),
  expect: z.enum(["quote", "not_found", "search_down"]),
  /** One of these must stand in the answer word for word. */
  sentences: z.array(z.string()).default([]),
});
export const questionSets = ["a", "b", "c"] as const;
export type QuestionSet = (typeof questionSets)[number];
export type EvaluationQuestion = z.infer<typeof questionSchema>;

export function readQuestions(set: QuestionSet): EvaluationQuestion[] {
  return z
    .array(questionSchema)
    .parse(JSON.parse(readFileSync(new URL(`questions-${set}.json`, import.meta.url), "utf8")));
}

/** Whether an answer does what its question asks of it. */
export function isFulfilled(question: EvaluationQuestion, answer: string): boolean {
  const admitsNothing =
    /^(?:I found nothing on that|I need a model for that|没有找到相关内容|这个问题要接入模型)/u.test(answer);
  switch (question.expect) {
    case "quote":
      return (
        !admitsNothing &&
        question.sentences.some((sentence) => answer.includes(`“${sentence}”`)) &&
        /\[\d+\]/u.test(answer)
      );
    case "not_found":
      return admitsNothing && !/\[\d+\]/u.test(answer);
    case "search_down":
      return /no connection|没有网络连接/u.test(answer) && !/\[\d+\]/u.test(answer);
  }
}
