import { expect, it } from "vitest";
import { questionSets } from "./questions";
import { putIntoDocs, writeQuestionTable, writeStyleTable } from "./report";
import { runQuestions } from "./run-questions";
import { countStyleRates } from "./style-rates";

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

it("counts how often each style uses tools", async () => {
  const rates = await countStyleRates();
  const table = writeStyleTable(rates);
  putIntoDocs("styles", table);
  console.info(table);
  expect(rates.must.balanced.total).toBeGreaterThan(0);
});
