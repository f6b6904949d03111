import { searchFacts } from "@/lib/memory/search";
import type { EndedFact } from "@/lib/protocol/memories";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const facts = [
  buildFact({ id: "tea", content: "Likes green tea", keywords: ["drinks"] }),
  buildFact({ id: "job", content: "Works as a teacher in Berlin", category: "profile" }),
  buildFact({ id: "food", content: "喜欢吃四川菜，不吃牛肉" }),
  buildFact({ id: "db", content: "Is building services with C++ and databases", category: "technical" }),
];
const search = (terms: string[], categories: string[] = []) =>
  searchFacts({ facts, history: [] }, { terms, categories }, null, 0).map(({ id }) => id);

function buildEnded(changes: Partial<EndedFact>): EndedFact {
  return { ...buildFact(changes), endedAt: 10, why: "updated", ...changes };
}

describe("searchFacts", () => {
  it.each([
    [["drink"], ["tea"]],
    [["job"], ["job"]],
    [["work"], ["job"]],
    [["where do I work?"], ["job"]],
    [["工作"], ["job"]],
    [["service"], ["db"]],
    [["database"], ["db"]],
    [["databse"], ["db"]],
    [["c++"], ["db"]],
    [["四川"], ["food"]],
    [["牛肉"], ["food"]],
    [["beef"], ["food"]],
    [["teas"], ["tea"]],
    [["skiing"], []],
    [["What does the person like to drink?"], ["tea"]],
  ])("finds by %j", (terms, ids) => {
    expect(search(terms)).toEqual(expect.arrayContaining(ids));
    expect(search(terms)[0]).toBe(ids[0]);
  });

  it("finds what fits any of several terms", () => {
    expect(search(["green tea", "teacher"]).toSorted()).toEqual(["job", "tea"]);
  });

  it("gives everything by rank without terms", () => {
    expect(search([])).toHaveLength(4);
    expect(search([" "])).toHaveLength(4);
  });

  it("keeps to the categories", () => {
    expect(search([], ["profile"])).toEqual(["job"]);
    expect(search(["tea"], ["profile"])).toEqual([]);
  });

  it("knows what a fact replaced, and finds it by that", () => {
    const now = buildFact({ id: "c", content: "Lives in Lisbon", replaces: "b" });
    const history = [
      buildEnded({ id: "a", content: "Lives in Hamburg" }),
      buildEnded({ id: "b", content: "Lives in Paris", replaces: "a" }),
      buildEnded({ id: "x", content: "Likes Hamburg" }),
    ];
    const [found, ...others] = searchFacts(
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
    const [found] = searchFacts(
      { facts: [buildFact({ id: "c", replaces: "a" })], history },
      { terms: [], categories: [] },
      null,
      0,
    );
    expect(found?.before.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
