import { readdirSync, readFileSync } from "node:fs";
import { checkClaims } from "@/lib/features/evidence/claims/check-claims";
import { splitSentences } from "@/lib/language/sentences";
import { ownSets, readOwnSet, judgePair } from "@/tests/evaluation/claims/suite";
import { describe, expect, it } from "vitest";

const tower =
  "The Eiffel Tower was opened on 31 March 1889. It is 330 metres tall.\n\nThe tower was designed by Gustave Eiffel's company, and it was not at all popular at first.\n\n“It will be gone in twenty years,” the critic Paul Verdier wrote.";

async function check(sentence: string, ...texts: string[]) {
  const sources = (texts.length === 0 ? [tower] : texts).map((text, index) => ({
    number: index + 1,
    evidenceId: `r_${index + 1}`,
    title: "Eiffel Tower",
    text,
  }));
  const [claim] = await checkClaims({ parts: [sentence], sources });
  return claim;
}

describe("a cited sentence", () => {
  it("is quoted where it stands in its source, with the very place", async () => {
    const claim = await check("It is 330 metres tall. [1]");
    expect(claim).toEqual({
      part: 0,
      start: 0,
      end: 22,
      marks: [0],
      sentence: "It is 330 metres tall.",
      verdict: "quoted",
      decidedBy: "rules",
      sources: [
        {
          number: 1,
          evidenceId: "r_1",
          verdict: "quoted",
          problems: [],
          passage: { start: 46, end: 68, quote: "It is 330 metres tall." },
        },
      ],
    });
    expect(tower.slice(46, 68)).toBe("It is 330 metres tall.");
  });

  it.each([
    ["with a denial in it", `${tower.split("\n\n")[1]} [1]`, [tower]],
    ["where one character of the source is Chinese", "It is 330 metres tall [1].", [`塔 ${tower}`]],
    ["by its quotation", "“It will be gone in twenty years”, wrote Verdier [1].", [tower]],
    ["by each of its quotations", "“It will be gone” and “in twenty years”, he wrote [1].", [tower]],
    ["by one of two sources", "It is 330 metres tall [1][2].", ["Nothing of it.", tower]],
  ])("is quoted %s", async (_name, answer, texts) => {
    expect((await check(answer, ...texts))?.verdict).toBe("quoted");
  });

  it.each([
    ["in other words", "Few people liked the iron giant early on [1]."],
    ["with another name", "The tower was designed by Victor Laloux [1]."],
    ["with a denial", "The Eiffel Tower was not opened on 31 March 1889 [1]."],
    ["in another language", "埃菲尔铁塔高330米[1]。"],
    [
      "with a small quotation in a long sentence",
      "After many years in Paris the writer and critic called it “not at all popular” in a letter to friends [1].",
    ],
  ])("is unchecked %s", async (_name, answer) => {
    expect((await check(answer))?.verdict).toBe("unchecked");
  });

  it("keeps that its quotation stands nowhere", async () => {
    const claim = await check(
      "“It will be gone in thirty winters,” the critic wrote, and “in twenty years” too [1].",
    );
    expect(claim).toMatchObject({ verdict: "unchecked", sources: [{ problems: ["quote"] }] });
  });

  it("differs by a date, with both dates and the passage", async () => {
    expect(await check("The Eiffel Tower was opened on 31 March 1898 [1].")).toMatchObject({
      verdict: "differs",
      sources: [
        {
          problems: ["date"],
          difference: { claim: "31 March 1898", source: "31 March 1889" },
          passage: { quote: "The Eiffel Tower was opened on 31 March 1889." },
        },
      ],
    });
  });

  it("is unchecked where the text of its source is not there", async () => {
    const [claim] = await checkClaims({
      parts: ["It rained [1][7]."],
      sources: [{ number: 1, evidenceId: "r_1", title: "", text: " " }],
    });
    expect(claim?.sources).toEqual([
      { number: 1, evidenceId: "r_1", verdict: "unchecked", problems: ["no_text"], passage: null },
      { number: 7, evidenceId: "", verdict: "unchecked", problems: ["no_text"], passage: null },
    ]);
    expect(claim?.verdict).toBe("unchecked");
  });

  it("is counted in its text part, up to 400 of an answer", async () => {
    const parts = ["Hello.", "So be it [1]. ".repeat(450)];
    const claims = await checkClaims({ parts, sources: [] });
    expect(claims).toHaveLength(400);
    expect(claims[1]).toMatchObject({ part: 1, marks: [1] });
  });
});

describe("articles quoted word for word", () => {
  const folder = new URL("../../../fixtures/wiki/", import.meta.url);
  const articles = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { title: string; text: string },
  );
  const quote = async (sentence: string, text: string) => (await check(`${sentence} [1]`, text))?.verdict;
  const sentences = articles.flatMap(({ text }, index) =>
    splitSentences(text)
      .filter((one) => one.text.length >= 12 && !/^[#|]/.test(one.text))
      .map((one) => ({
        sentence: one.text,
        text,
        other: articles[(index + 1) % articles.length]?.text ?? "",
      })),
  );

  it("are quoted from themselves, and not from another article", async () => {
    expect(sentences.length).toBeGreaterThan(350);
    const missed: string[] = [];
    const wrong: string[] = [];
    for (const { sentence, text, other } of sentences) {
      if ((await quote(sentence, text)) !== "quoted") missed.push(sentence);
      if ((await quote(sentence, other)) === "quoted") wrong.push(sentence);
    }
    expect(missed).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

describe.each(ownSets)("the labelled set %s", (set) => {
  it("has no wrong verdict, and a third of its wrong numbers and dates are noticed", async () => {
    const judged = await Promise.all(readOwnSet(set).map((pair) => judgePair(pair, null)));
    const given = judged.filter(({ verdict }) => verdict !== "unchecked");
    expect(given.filter(({ verdict, label }) => verdict !== label)).toEqual([]);
    const noticed = given.filter(({ verdict }) => verdict === "differs").length;
    expect(noticed * 3).toBeGreaterThanOrEqual(judged.filter(({ label }) => label === "differs").length);
  });
});
