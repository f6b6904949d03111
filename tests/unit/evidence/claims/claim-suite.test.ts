import { readdirSync, readFileSync } from "node:fs";
import { checkClaims } from "@/lib/evidence/claims/check-claims";
import { splitSentences } from "@/lib/evidence/claims/split-sentences";
import {
  claimClasses,
  judgeSet,
  languages,
  rateClass,
  rateMark,
  suiteSets,
  writeTables,
} from "@/tests/evaluation/claims/suite";
import type { ClaimClass } from "@/tests/evaluation/claims/suite";
import { describe, expect, it } from "vitest";

const groups = suiteSets.flatMap((set) =>
  languages.map((language) => ({ set, language, cases: judgeSet(set, language) })),
);
console.info(writeTables(groups));

/** What was reached, minus a little: of 20 sentences of a class, of 40 true ones. Paraphrases are the model's to judge. */
const leastRight: Record<ClaimClass, number> = {
  true: 38,
  paraphrased: 5,
  "half-true": 19,
  negated: 19,
  "wrong number": 19,
  "wrong name": 19,
  "wrong date": 19,
  false: 19,
};
const leastRates = {
  supported: { precision: 0.97, recall: 0.72 },
  partly: { precision: 0.75, recall: 0.95 },
  not_found: { precision: 0.85, recall: 0.96 },
};

describe.each(languages)("the claim suite in %s", (language) => {
  const cases = groups.filter((group) => group.language === language).flatMap((group) => group.cases);

  it("has 180 sentences of every class", () => {
    expect(cases).toHaveLength(180);
    expect(claimClasses.map((name) => rateClass(cases, name).all)).toEqual([40, 20, 20, 20, 20, 20, 20, 20]);
  });

  it.each(claimClasses)("gives enough sentences of the class %s the mark that they deserve", (name) => {
    expect(rateClass(cases, name).right).toBeGreaterThanOrEqual(leastRight[name]);
  });

  it.each(["supported", "partly", "not_found"] as const)(
    "gives the mark %s rightly often enough, and often enough where it is deserved",
    (mark) => {
      const { precision, recall } = rateMark(cases, mark);
      expect(precision).toBeGreaterThanOrEqual(leastRates[mark].precision);
      expect(recall).toBeGreaterThanOrEqual(leastRates[mark].recall);
    },
  );

  it("calls nothing supported that contradicts its source, and leaves no contradiction to a model", () => {
    const wrong = cases.filter((one) => one.class.startsWith("wrong") || one.class === "negated");
    expect(wrong.filter(({ verdict }) => verdict === "supported")).toEqual([]);
    expect(wrong.filter(({ isUndecided }) => isUndecided).length).toBeLessThanOrEqual(3);
  });
});

describe("articles quoted word for word", () => {
  const folder = new URL("../../../fixtures/wiki/", import.meta.url);
  const articles = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { title: string; text: string },
  );
  const check = (sentence: string, { title, text }: { title: string; text: string }) => {
    const { claims } = checkClaims({
      parts: [`${sentence} [1]`],
      sources: [{ number: 1, evidenceId: "r_1", text, title, retrievedAt: 0 }],
    });
    return claims[0]?.verdict;
  };
  const quoted = articles.flatMap((article, at) => {
    const spans = splitSentences(article.text).filter(
      ({ kind, start, end }) => kind === "prose" && end - start >= 12,
    );
    return spans.map(({ start, end }) => ({
      sentence: article.text.slice(start, end),
      article,
      other: articles[(at + 1) % articles.length] ?? article,
    }));
  });

  it("are supported by themselves", () => {
    expect(quoted.length).toBeGreaterThan(350);
    expect(
      quoted.filter(({ sentence, article }) => check(sentence, article) !== "supported").length,
    ).toBeLessThanOrEqual(2);
  });

  it("are not supported by another article", () => {
    expect(
      quoted.filter(({ sentence, other }) => check(sentence, other) === "supported").length,
    ).toBeLessThanOrEqual(2);
  });
});
