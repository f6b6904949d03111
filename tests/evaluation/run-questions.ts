import { isFulfilled, readQuestions, type EvaluationQuestion, type QuestionSet } from "./questions";
import { listTools, openWikiServices, toText } from "./wiki-services";

export type Judged = { question: EvaluationQuestion; answer: string; tools: string[]; isFulfilled: boolean };

/** Asks every question of a set through the real loop and the real tools over HTTP. */
export async function runQuestions(set: QuestionSet): Promise<Judged[]> {
  const up = await openWikiServices();
  const down = await openWikiServices({ isDown: true });
  try {
    return await Promise.all(
      readQuestions(set).map(async (question) => {
        const reply = await (question.condition === "search_down" ? down : up).ask(question.turns);
        const answer = toText(reply);
        return { question, answer, tools: listTools(reply), isFulfilled: isFulfilled(question, answer) };
      }),
    );
  } finally {
    await Promise.all([up.close(), down.close()]);
  }
}
