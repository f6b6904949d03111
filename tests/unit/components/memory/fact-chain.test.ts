import { describe, expect, it } from "vitest";
import { findSuccessor, listEarlier } from "@/components/memory/fact-chain";
import type { EndedFact, FactEnding } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";

const end = (
  id: string,
  content: string,
  why: FactEnding,
  endedAt: number,
  replaces: string | null = null,
): EndedFact => ({ ...buildFact({ id, content, replaces }), why, endedAt });

/** Moved from Rome to Paris, which was first written wrong, and then to Oslo. */
const oslo = buildFact({ id: "oslo", content: "Lives in Oslo", replaces: "paris" });
const history = [
  end("paris", "Lives in Paris", "updated", 40, "rome"),
  end("paris", "Lives in Pariss", "edited", 30, "rome"),
  end("rome", "Lives in Rome", "contradicted", 20),
  end("tea", "Likes tea", "expired", 10),
];

describe("the chain of a fact", () => {
  it("holds what it replaced and all wordings of that, oldest first", () => {
    expect(listEarlier(oslo, history).map(({ content }) => content)).toEqual([
      "Lives in Rome",
      "Lives in Pariss",
      "Lives in Paris",
    ]);
  });

  it("holds all that could not stand beside it", () => {
    const pets = [
      { ...end("dog", "Has a dog", "contradicted", 5), endedBy: "none" },
      { ...end("cat", "Has a cat", "contradicted", 6), endedBy: "none" },
    ];
    const none = buildFact({ id: "none", content: "Has no pets", replaces: "dog" });
    expect(listEarlier(none, [...history, ...pets]).map(({ content }) => content)).toEqual([
      "Has a dog",
      "Has a cat",
    ]);
    expect(pets.map((ended) => findSuccessor(ended, [none], pets)?.content)).toEqual([
      "Has no pets",
      "Has no pets",
    ]);
  });

  it("is empty for a fact that never was otherwise, and ends where the history was cleared", () => {
    expect(listEarlier(buildFact({ id: "new" }), history)).toEqual([]);
    expect(listEarlier(oslo, [])).toEqual([]);
  });

  it("ends when facts name each other in a circle", () => {
    const circle = [end("a", "A", "updated", 1, "b"), end("b", "B", "updated", 2, "a")];
    expect(listEarlier(buildFact({ id: "a", replaces: "b" }), circle)).toHaveLength(2);
  });
});

describe("what came after a fact that ended", () => {
  const find = (index: number, facts = [oslo]) =>
    history.slice(index, index + 1).map((ended) => findSuccessor(ended, facts, history)?.content ?? null)[0];

  it("is the fact that replaced it, in force or not", () => {
    expect(find(0)).toBe("Lives in Oslo");
    expect(find(2)).toBe("Lives in Pariss");
  });

  it("is what a reworded fact says since then, not what it said before", () => {
    const berlin = { ...end("berlin", "Lives in Berlin", "updated", 60), endedBy: "tea" };
    const reworded = [
      berlin,
      end("tea", "Likes tea", "edited", 60),
      end("tea", "Lives in Hamburk", "edited", 70),
    ];
    expect(
      findSuccessor(berlin, [buildFact({ id: "tea", content: "Lives in Hamburg" })], reworded)?.content,
    ).toBe("Lives in Hamburk");
  });

  it("is the next wording when it was reworded", () => {
    expect(find(1)).toBe("Lives in Paris");
    expect(findSuccessor(end("oslo", "Lives in Olso", "edited", 50), [oslo], history)?.content).toBe(
      "Lives in Oslo",
    );
  });

  it("is nothing when it ran out, or when what replaced it is forgotten", () => {
    expect(find(3)).toBeNull();
    expect(find(0, [])).toBeNull();
  });
});
