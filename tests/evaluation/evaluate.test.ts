import { expect, it } from "vitest";
import { questionSets } from "./questions";
import { putIntoDocs, writeQuestionTable } from "./report";
import { runQuestions } from "./run-questions";

it("counts the answers that quote a labelled sentence", async () => {
  const sets = [];
  for (const set of questionSets) sets.push({ set, judged: await runQuestions(set) });
  const table = writeQuestionTable(sets);
  putIntoDocs("questions", table);
  const missed = sets.flatMap(({ judged }) => judged.filter((one) => !one.isFulfilled));
  console.info(
    `${table}\n\n${missed.map(({ question, answer }) => `${question.id} ${question.turns.join(" → ")}\n${answer}`).join("\n\n")}`,
  );
  expect(sets.flatMap(({ judged }) => judged)).not.toEqual([]);
});
