import { describe, expect, it } from "vitest";
import type { AnswerSource } from "@/lib/features/evidence/shape/answer-evidence";
import { compareAnswers } from "@/lib/features/workflows/compare-answers";

const source = (url: string, contentHash: string | null, number = 1): AnswerSource => ({
  ...{
    number,
    url,
    title: url,
    site: "a.example",
    evidenceId: "r_1",
    contentHash,
    text: null,
    quotes: [],
  },
});
const sources = [1, 2, 3, 4, 5].map((number) => source(`https://a.example/${number}`, null, number));
const compare = (before: string, after: string) =>
  compareAnswers({ answer: before, sources }, { answer: after, sources });

describe("the difference between two answers", () => {
  it("is told by sentences: what changed, was added and is gone", () => {
    const before = "The price is 12 euros [3]. It ships on Monday. Nobody knows the colour.";
    const after =
      "It is new. The price is 12 euros [1]. It ships on Friday. Nobody knows the colour. Ask again.";
    expect(compare(before, after)).toEqual({
      same: 2,
      pages: [],
      sentences: [
        { kind: "added", after: "It is new." },
        { kind: "changed", before: "It ships on Monday.", after: "It ships on Friday." },
        { kind: "added", after: "Ask again." },
      ],
    });
    expect(compare("One. Two.", "Two.").sentences).toEqual([{ kind: "removed", before: "One." }]);
  });

  it("is told without their order where hardly any sentence is the same", () => {
    const list = (kind: string) =>
      Array.from({ length: 2_000 }, (_, index) => `${kind}${index} is.`).join(" ");
    const { sentences, same } = compare(`It stands here. ${list("A")}`, `${list("B")} It stands here.`);
    expect(same).toBe(1);
    expect(sentences).toHaveLength(2_000);
    expect(sentences[0]).toEqual({ kind: "changed", before: "A0 is.", after: "B0 is." });
  });

  it("knows sentences of Chinese", () => {
    expect(compare("价格是十二欧元。周一发货。", "价格是十二欧元。周五发货。").sentences).toEqual([
      { kind: "changed", before: "周一发货。", after: "周五发货。" },
    ]);
  });

  it("is nothing where only numbers of citations, blanks and lines differ", () => {
    expect(compare("It is so [4, 5].\n\nAnd so.", "It is so [1].\nAnd  so [2].").sentences).toEqual([]);
  });

  it("is told of numbers in brackets that cite nothing", () => {
    const differs = { kind: "changed", before: "Take x[1] of it.", after: "Take x[2] of it." };
    expect(compare("Take x[1] of it.", "Take x[2] of it.").sentences).toEqual([differs]);
  });

  it("names cited pages whose kept text is another one now, and those that one answer alone cites", () => {
    const before = [source("https://a.example/1", "x"), source("https://a.example/2", "y")];
    const after = [
      ...[source("https://a.example/1", "z"), source("https://a.example/3", "y")],
      source("https://a.example/2", null),
    ];
    const { pages } = compareAnswers({ answer: "", sources: before }, { answer: "", sources: after });
    expect(pages.map(({ kind, url }) => [kind, url])).toEqual([
      ["changed", "https://a.example/1"],
      ["added", "https://a.example/3"],
    ]);
    expect(compareAnswers({ answer: "", sources: before }, { answer: "", sources: [] }).pages).toHaveLength(
      2,
    );
  });
});
