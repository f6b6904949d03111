import { describe, expect, it } from "vitest";
import { findTitleMarks } from "@/components/shell/conversations/match-titles";

const findIn = (title: string, query: string) =>
  findTitleMarks(title, query)?.map(([start, end]) => title.slice(start, end));

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
