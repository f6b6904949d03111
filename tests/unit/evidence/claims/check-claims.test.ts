import { checkClaims } from "@/lib/evidence/claims/check-claims";
import type { ClaimSourceText } from "@/lib/evidence/claims/source-index";
import { describe, expect, it } from "vitest";

const tower =
  "The Eiffel Tower was opened on 31 March 1889. It is 330 metres tall.\n\nThe tower was designed by Gustave Eiffel's company, and it was not popular at first.\n\n“It will be gone in twenty years,” the critic Paul Verdier wrote.";

function toSource(number: number, text: string, more: Partial<ClaimSourceText> = {}): ClaimSourceText {
  return {
    number,
    evidenceId: `r_${number}`,
    text,
    title: "Eiffel Tower",
    retrievedAt: Date.UTC(2026, 0, 2),
    ...more,
  };
}

function check(answer: string, ...texts: string[]) {
  return checkClaims({
    parts: [answer],
    sources: (texts.length === 0 ? [tower] : texts).map((text, at) => toSource(at + 1, text)),
  });
}

describe("a cited sentence", () => {
  it("is supported by the passage that says it, quoted exactly", () => {
    const { claims, undecided } = check("The Eiffel Tower is 330 m tall [1].");
    expect(claims).toEqual([
      {
        ...{
          part: 0,
          start: 0,
          end: 30,
          marks: [0],
          sentence: "The Eiffel Tower is 330 m tall",
          verdict: "supported",
          decidedBy: "rules",
        },
        sources: [
          {
            number: 1,
            evidenceId: "r_1",
            verdict: "supported",
            problems: [],
            passage: { start: 46, end: 68, quote: "It is 330 metres tall." },
          },
        ],
      },
    ]);
    expect(tower.slice(46, 68)).toBe("It is 330 metres tall.");
    expect(undecided).toEqual([]);
  });

  it.each([
    ["another number", "The Eiffel Tower is 350 m tall [1].", "number"],
    ["another date", "The Eiffel Tower was opened on 31 March 1898 [1].", "date"],
    ["another name", "The tower was designed by Victor Laloux [1].", "name"],
    ["a denial of what the source says", "The Eiffel Tower was not opened on 31 March 1889 [1].", "negation"],
    ["what the source denies", "The tower was popular at first [1].", "negation"],
    [
      "a quotation that nobody said",
      "“It will be gone in thirty years,” the critic Paul Verdier wrote [1].",
      "quote",
    ],
  ])("is not found with %s", (_name, answer, problem) => {
    const [claim] = check(answer).claims;
    expect(claim?.verdict).toBe("not_found");
    expect(claim?.sources[0]?.problems).toContain(problem);
  });

  it("is supported by a quotation in other quotation marks and blanks", () => {
    expect(
      check('"It will be gone  in twenty years," wrote the critic Paul Verdier [1].').claims[0]?.verdict,
    ).toBe("supported");
  });

  it("is partly supported when one of two statements is there", () => {
    const [claim] = check(
      "The Eiffel Tower is 330 m tall, and its lifts were renewed by a Swiss company [1].",
    ).claims;
    expect([claim?.verdict, claim?.sources[0]?.passage?.quote]).toEqual(["partly", "It is 330 metres tall."]);
  });

  it("is supported by two sources that hold a half each", () => {
    const answer = "The Eiffel Tower is 330 m tall, and it weighs 10,100 tonnes [1][2].";
    const { claims } = check(
      answer,
      "The Eiffel Tower is 330 m tall.",
      "The Eiffel Tower weighs 10,100 tonnes.",
    );
    expect([claims[0]?.verdict, ...(claims[0]?.sources ?? []).map(({ verdict }) => verdict)]).toEqual([
      "supported",
      "partly",
      "partly",
    ]);
  });

  it("is not found where the text of its source is not there", () => {
    const { claims } = checkClaims({ parts: ["It rained [1][7]."], sources: [toSource(1, " ")] });
    expect(claims[0]?.sources).toEqual([
      { number: 1, evidenceId: "r_1", verdict: "not_found", problems: ["no_text"], passage: null },
      { number: 7, evidenceId: "", verdict: "not_found", problems: ["no_text"], passage: null },
    ]);
    expect(claims[0]?.verdict).toBe("not_found");
  });

  it("stays open where only words are wanting, also in another language", () => {
    const paraphrase = check("Early on, few people liked the iron giant [1].");
    const foreign = check("埃菲尔铁塔高330米[1]。");
    expect([paraphrase.undecided.length, foreign.undecided.length]).toEqual([1, 1]);
    expect(foreign.undecided[0]?.passage).toContain("330 metres");
  });

  it("is closed where a number contradicts", () => {
    expect(check("The Eiffel Tower is 350 m tall [1].").undecided).toEqual([]);
  });

  it("is counted in its text part, with the marks of that part", () => {
    const { claims } = checkClaims({
      parts: ["Hello.", "So [1]. The Eiffel Tower is 330 m tall [1]."],
      sources: [toSource(1, tower)],
    });
    expect(claims.map(({ part, marks }) => [part, marks])).toEqual([
      [1, [0]],
      [1, [1]],
    ]);
  });

  it("takes the value that stands beside its own words", () => {
    const text = "The first floor lies at 57 metres, the second floor at 115 metres above the ground.";
    expect(check("The first floor lies at 57 metres above the ground [1].", text).claims[0]?.verdict).toBe(
      "supported",
    );
    expect(
      check("The second floor lies at 57 metres above the ground [1].", text).claims[0]?.verdict,
    ).not.toBe("supported");
  });
});

describe("sources that disagree", () => {
  const first = toSource(1, "Mount Vell in Norland is 2,410 metres high.", { publishedAt: "2019-04-01" });

  it("are named with their values and times", () => {
    const second = toSource(
      2,
      "Norland's highest peak is Mount Vell. Mount Vell in Norland is 2,396 metres high, says the survey.",
    );
    const { disagreements } = checkClaims({
      parts: ["Mount Vell in Norland is 2,410 metres high [1]. It rains [2]."],
      sources: [first, second],
    });
    expect(disagreements).toEqual([
      {
        about: "Mount Vell in Norland is 2,410 metres high",
        values: [
          { number: 1, value: "2,410 metres", asOf: "2019-04-01" },
          { number: 2, value: "2,396 metres", asOf: "2026-01-02T00:00:00.000Z" },
        ],
      },
    ]);
  });

  it.each([
    ["round the same value", "Mount Vell in Norland is about 2,400 metres high."],
    ["speak of something else", "Mount Tarn in Norland is 1,900 metres high."],
    ["say it in another unit", "Mount Vell in Norland is 7,907 feet high."],
  ])("are not made of sources that %s", (_name, text) => {
    const { disagreements } = checkClaims({
      parts: ["Mount Vell in Norland is 2,410 metres high [1]. It rains [2]."],
      sources: [first, toSource(2, text, { title: "A page" })],
    });
    expect(disagreements).toEqual([]);
  });

  it("are not made of values of different years", () => {
    const [one, other] = [
      "In 2010 the city of Vence had 300,000 inhabitants.",
      "In 2020 the city of Vence had 360,000 inhabitants.",
    ];
    const sources = [toSource(1, one), toSource(2, other)];
    expect(
      checkClaims({
        parts: ["The city of Vence had 360,000 inhabitants in 2020 [2]. It rains [1]."],
        sources,
      }).disagreements,
    ).toEqual([]);
  });
});
