import { describe, expect, it } from "vitest";
import { questionSets, readQuestions } from "@/tests/evaluation/questions";
import { runQuestions } from "@/tests/evaluation/run-questions";
import { countStyleRates, readStyleQuestions, toPercent } from "@/tests/evaluation/style-rates";

const limit = 180_000;

describe("the guide over the seeded wiki, through the real loop and tools", () => {
  it(
    "quotes a labelled sentence, or owns up to what is missing, in at least 80 % of each question set",
    { timeout: limit },
    async () => {
      for (const set of questionSets) {
        const judged = await runQuestions(set);
        const fulfilled = judged.filter((one) => one.isFulfilled).length;
        expect(
          fulfilled / judged.length,
          `set ${set}: ${judged
            .filter((one) => !one.isFulfilled)
            .map((one) => one.question.id)
            .join(" ")}`,
        ).toBeGreaterThanOrEqual(0.8);
      }
    },
  );

  it(
    "uses tools less from style to style where they may help, and the same where they must or must not",
    { timeout: limit },
    async () => {
      const { must, may, must_not: mustNot } = await countStyleRates();
      expect(toPercent(may.tool_first) - toPercent(may.balanced)).toBeGreaterThanOrEqual(15);
      expect(toPercent(may.balanced) - toPercent(may.direct)).toBeGreaterThanOrEqual(15);
      expect([must.tool_first, must.balanced, must.direct].map(toPercent)).toEqual([100, 100, 100]);
      expect([mustNot.tool_first, mustNot.balanced, mustNot.direct].map(toPercent)).toEqual([0, 0, 0]);
    },
  );
});

describe("the labelled sets", () => {
  it("hold enough questions of every kind", () => {
    const questions = questionSets.flatMap(readQuestions);
    expect(questions.length).toBeGreaterThanOrEqual(48);
    expect(new Set(questions.map((question) => question.id)).size).toBe(questions.length);
    for (const group of ["english", "chinese", "follow-up", "two-tool", "not-found", "search-down"]) {
      expect(questions.filter((question) => question.group === group).length, group).toBeGreaterThanOrEqual(
        3,
      );
    }
    for (const label of ["must", "may", "must_not"]) {
      expect(
        readStyleQuestions().filter((question) => question.label === label).length,
        label,
      ).toBeGreaterThanOrEqual(20);
    }
  });
});
