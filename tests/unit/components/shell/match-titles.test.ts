import { describe, expect, it } from "vitest";
import { matchTitles, mergeFound } from "@/components/shell/conversations/match-titles";
import type { FoundConversation } from "@/lib/protocol/conversations";

const toListed = (title: string) => ({ id: title, title, createdAt: 1, updatedAt: 1, activeRunId: null });
const findIn = (title: string, query: string) =>
  matchTitles([toListed(title)], query).map(({ titleMarks }) =>
    titleMarks.map(([start, end]) => title.slice(start, end)),
  )[0];

describe("titles of the list", () => {
  it.each<[string, string, string[]]>([
    ["Cabbage fermentation", "ferm", ["ferm"]],
    ["Cabbage Fermentation", "FERM cab", ["Cab", "Ferm"]],
    ["去杭州坐高铁", "高铁", ["高铁"]],
    ["用Excel做表格", "exc 表", ["Exc", "表"]],
    ["Sextant’s bearings", "sext", ["Sext"]],
    ["What is C++ (2026)?", "c++ (20", ["C", "20"]],
    ["Tea for two", "ｔｅａ", ["Tea"]],
    ["The best of the rest", "the the", ["The", "the"]],
    ["Паром в Хельсинки", "хель", ["Хель"]],
  ])("“%s” is found by “%s”, with the beginnings marked", (title, query, marked) => {
    expect(findIn(title, query)).toEqual(marked);
  });

  it.each([
    ["Cabbage fermentation", "mentation"],
    ["Cabbage fermentation", "ferm yeast"],
    ["去杭州坐高铁", "地铁"],
    ["Anything", "…?!"],
    ["", "a"],
  ])("“%s” is not found by “%s”", (title, query) => {
    expect(findIn(title, query)).toBeUndefined();
  });
});

it("what was found in titles stays in front, once, with the place that was found by the words", () => {
  const titled = matchTitles([toListed("Red sea"), toListed("Sea red")], "red");
  const snippet = { messageId: "m1", text: "a red buoy", marks: [] };
  const found: FoundConversation[] = [
    { ...toListed("Other"), titleMarks: [], snippet },
    { ...toListed("Sea red"), titleMarks: [], snippet },
  ];
  expect(mergeFound(titled, found)).toEqual([{ ...titled[0] }, { ...titled[1], snippet }, found[0]]);
});
