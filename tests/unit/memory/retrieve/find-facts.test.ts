import { findFacts } from "@/lib/memory/retrieve/find-facts";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";
import { annasFacts, leisFacts } from "./people";

const day = 86_400_000;
const find = (text: string, facts = annasFacts, nearness: ReadonlyMap<string, number> | null = null) =>
  findFacts(facts, { said: [{ text, weight: 1, as: "message" }], nearness }, 0).map(({ id }) => id);

describe("findFacts", () => {
  it("finds all facts that a question needs, not one", () => {
    expect(find("Where do I live, what is my dog called and when is my birthday?").toSorted()).toEqual([
      "born",
      "dog",
      "home",
    ]);
    expect(find("我住在哪里，猫叫什么，生日是哪天？", leisFacts).toSorted()).toEqual(["born", "cat", "home"]);
  });

  it("finds a fact in one language by a question in the other, and by words of both in one", () => {
    expect(find("Does my husband teach?", leisFacts)).toEqual(["husband"]);
    expect(find("我的 dog 多大了")).toContain("dog");
    expect(find("Lisbon 里斯本有什么好玩的")).toEqual(["home"]);
  });

  it("puts the fact first that fits more of the question, and rarer words before common ones", () => {
    const facts = [
      "Works on project Atlas with Ben",
      "Works on project Borealis",
      "Works on project Castor",
    ].map((content, index) => buildFact({ id: `p${index}`, content }));
    expect(find("my project Borealis", facts)[0]).toBe("p1");
    expect(find("my project Atlas and Ben", facts)[0]).toBe("p0");
    expect(
      find("my project, or my kayak", [...facts, buildFact({ id: "z", content: "Paddles a kayak" })])[0],
    ).toBe("z");
  });

  it("does not find by words that every question holds", () => {
    const facts = [
      buildFact({ content: "Likes to start the day with a good walk and to help other people" }),
    ];
    expect(find("What is a good way to help people like me start?", facts)).toEqual([]);
  });

  it.each([
    "记住：我女儿叫小雨",
    "我的电脑卡住了怎么办",
    "我怎么都记不住单词",
    "我忍不住笑了",
    "我妈妈住院了",
  ])("does not take for living somewhere: %s", (text) => {
    expect(find(text, leisFacts)).not.toContain("home");
  });

  it("reads an address behind a word that ends like remembering", () => {
    expect(find("我要登记住址", leisFacts)).toContain("home");
  });

  it("finds numbers only as they are", () => {
    const facts = [
      buildFact({ id: "a", content: "Flight LH12345 on Monday" }),
      buildFact({ id: "b", content: "Room 12345 is booked" }),
    ];
    expect(find("my room 12346", facts)).toEqual(["b"]);
    expect(find("what is 12346?", facts)).toEqual([]);
    expect(find("what is 12345?", facts)).toEqual(["b"]);
  });

  it("lets recency and use part what fits equally well", () => {
    const facts = [
      buildFact({ id: "old", content: "Plays the flute", createdAt: -300 * day }),
      buildFact({ id: "new", content: "Owns a silver flute" }),
    ];
    expect(find("my flute", facts)).toEqual(["new", "old"]);
    expect(
      find(
        "my flute",
        facts.map((fact) => ({
          ...fact,
          useCount: fact.id === "old" ? 50 : 0,
          lastUsedAt: fact.id === "old" ? 0 : null,
        })),
      ),
    ).toEqual(["old", "new"]);
  });

  it("lets recency and use overtake a little better fit only from far ahead", () => {
    const others = Array.from({ length: 14 }, (_, index) =>
      buildFact({ id: `n${index}`, content: `Plays the flute ${index}`, useCount: index }),
    );
    const old = buildFact({ id: "old", content: "Owns a silver flute", createdAt: -300 * day });
    expect(find("my silver flute", [old, ...others]).slice(0, 2)).toEqual(["n13", "old"]);
    expect(find("my silver flute", [old, ...others.slice(0, 5)])[0]).toBe("old");
  });

  it("fuses what words and meaning say", () => {
    const facts = ["a", "b", "c"].map((id) =>
      buildFact({ id, content: id === "c" ? "Sings in a choir" : `Plays the flute ${id}` }),
    );
    expect(
      find(
        "my flute",
        facts,
        new Map([
          ["b", 0.3],
          ["c", 0.1],
        ]),
      ),
    ).toEqual(["b", "a", "c"]);
  });

  it("reads only the beginning and the end of a long text, and does not take long over it", () => {
    const long = `${"lorem ipsum ".repeat(5_000)} my dog ${"lorem ipsum ".repeat(5_000)}`;
    expect(find(long)).toEqual([]);
    expect(find(`${long} What does my dog eat?`)).toContain("dog");
  });

  it.each(["", " ", "？！", "的", "\u0000", "((((", "a".repeat(300)])("makes nothing of %j", (text) => {
    expect(find(text)).toEqual([]);
  });
});
