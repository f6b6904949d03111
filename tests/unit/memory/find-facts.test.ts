import { findFacts } from "@/lib/features/memory/find-facts";
import type { EndedFact } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const facts = [
  buildFact({ id: "tea", content: "Likes green tea", keywords: ["drinks"] }),
  buildFact({ id: "job", content: "Works as a teacher in Berlin", category: "profile" }),
  buildFact({ id: "food", content: "喜欢吃四川菜，不吃牛肉" }),
  buildFact({ id: "db", content: "Is building services with databases", category: "technical" }),
];
const find = (terms: string[], categories: string[] = [], nearness: [string, number][] | null = null) =>
  findFacts(
    { facts, history: [] },
    { terms, categories },
    nearness === null ? null : new Map(nearness),
    0,
  ).map(({ id }) => id);

function buildEnded(changes: Partial<EndedFact>): EndedFact {
  return { ...buildFact(changes), endedAt: 10, why: "updated", ...changes };
}

describe("findFacts", () => {
  it.each([
    ["drink", "tea"],
    ["teas", "tea"],
    ["where do I work?", "job"],
    ["database", "db"],
    ["databse", "db"],
    ["techer", "job"],
    ["四川", "food"],
    ["牛肉", "food"],
  ])("finds by %j", (term, id) => {
    expect(find([term])).toEqual([id]);
  });

  it("finds nothing by words that no fact has", () => {
    expect(find(["skiing"])).toEqual([]);
  });

  it("finds what fits any of several terms", () => {
    expect(find(["green tea", "teacher"]).toSorted()).toEqual(["job", "tea"]);
  });

  it("gives everything by rank without terms", () => {
    expect(find([])).toHaveLength(4);
    expect(find([" "])).toHaveLength(4);
  });

  it("keeps to the categories", () => {
    expect(find([], ["profile"])).toEqual(["job"]);
    expect(find(["tea"], ["profile"])).toEqual([]);
  });

  it("finds by meaning what shares no word, and puts first what both find", () => {
    const near: [string, number][] = [
      ["tea", 0.2],
      ["job", 0.8],
      ["db", 0.5],
    ];
    expect(find(["profession"], [], near)[0]).toBe("job");
    expect(find(["services"], [], near)[0]).toBe("db");
  });

  it("gives no more than the five nearest by meaning alone", () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      buildFact({ id: `n${index}`, content: `Fact ${index}` }),
    );
    const nearness = new Map(many.map(({ id }, index) => [id, (index + 1) / 20]));
    const found = findFacts({ facts: many, history: [] }, { terms: ["zebra"], categories: [] }, nearness, 0);
    expect(found.map(({ id }) => id)).toEqual(["n11", "n10", "n9", "n8", "n7"]);
  });

  it("knows what a fact replaced, and finds it by that", () => {
    const now = buildFact({ id: "c", content: "Lives in Lisbon", replaces: "b" });
    const history = [
      buildEnded({ id: "a", content: "Lives in Hamburg" }),
      buildEnded({ id: "b", content: "Lives in Paris", replaces: "a" }),
      buildEnded({ id: "x", content: "Likes Hamburg" }),
    ];
    const [found, ...others] = findFacts(
      { facts: [now, ...facts], history },
      { terms: ["Hamburg"], categories: [] },
      null,
      0,
    );
    expect(found?.id).toBe("c");
    expect(found?.before.map(({ content }) => content)).toEqual(["Lives in Paris", "Lives in Hamburg"]);
    expect(others).toEqual([]);
  });

  it("comes to an end where facts replaced each other in a circle", () => {
    const history = [buildEnded({ id: "a", replaces: "b" }), buildEnded({ id: "b", replaces: "a" })];
    const fact = buildFact({ id: "c", replaces: "a" });
    const [found] = findFacts({ facts: [fact], history }, { terms: [], categories: [] }, null, 0);
    expect(found?.before.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
