import { searchFacts, toTerms } from "@/lib/memory/search";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const facts = [
  buildFact({ id: "tea", content: "Likes green tea", keywords: ["drinks"] }),
  buildFact({ id: "job", content: "Works as a teacher in Berlin", category: "profile" }),
  buildFact({ id: "food", content: "喜欢吃四川菜，不吃牛肉" }),
  buildFact({ id: "db", content: "Is building services with C++ and databases", category: "technical" }),
];
const search = (terms: string[], categories: string[] = []) => searchFacts(facts, { terms, categories }, 0).map(({ id }) => id);

describe("searchFacts", () => {
  it.each([
    [["drink"], ["tea"]],
    [["working"], ["job"]],
    [["service"], ["db"]],
    [["database"], ["db"]],
    [["c++"], ["db"]],
    [["四川"], ["food"]],
    [["牛肉"], ["food"]],
    [["teas"], ["tea"]],
    [["skiing"], []],
  ])("finds by %j", (terms, ids) => {
    expect(search(terms)).toEqual(ids);
  });

  it("puts what shares more words first", () => {
    expect(search(["green tea", "teacher"])).toEqual(["tea", "job"]);
  });

  it("gives everything by rank without terms", () => {
    expect(search([])).toHaveLength(4);
  });

  it("keeps to the categories", () => {
    expect(search([], ["profile"])).toEqual(["job"]);
    expect(search(["tea"], ["profile"])).toEqual([]);
  });
});

describe("toTerms", () => {
  it("joins word forms and cuts Chinese in pairs", () => {
    expect(toTerms("Studies running 喜欢茶")).toEqual(["study", "run", "喜欢", "欢茶"]);
  });
});
