import type { MemoryDocument } from "@/lib/data/memories";
import { keepFact, settleLook } from "@/lib/memory/keep-fact";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const day = 86_400_000;
const remember = (...facts: MemoryDocument["facts"]): MemoryDocument => ({
  facts,
  history: [],
  isOff: false,
});

describe("keepFact", () => {
  it("keeps what is new beside the others", () => {
    const kept = keepFact(
      remember(buildFact({ id: "a", content: "Allergic to peanuts" })),
      buildFact({ id: "b", content: "Works as a pilot in Austin" }),
      5,
    );
    expect(kept).toMatchObject({
      kind: "kept",
      replaced: null,
      document: { facts: [{ id: "a" }, { id: "b" }], history: [] },
    });
  });

  it.each([
    ["The user lives in Berlin", "The user lives in Hamburg"],
    ["住在北京", "住在上海"],
  ])("puts “%s” into the history when “%s” takes its place", (old, fresh) => {
    const kept = keepFact(
      remember(buildFact({ id: "a", content: old, tier: "core", useCount: 4 })),
      buildFact({ id: "b", content: fresh, tier: "context" }),
      5,
    );
    expect(kept).toMatchObject({
      kind: "kept",
      replaced: old,
      fact: { id: "b", replaces: "a", tier: "core", expiresAt: null, useCount: 4 },
    });
    expect(kept.document.facts.map(({ id }) => id)).toEqual(["b"]);
    expect(kept.document.history).toMatchObject([{ id: "a", content: old, endedAt: 5 }]);
  });

  it("takes what is known for said again, which starts its time anew", () => {
    const known = buildFact({
      id: "a",
      content: "The user lives in Berlin",
      tier: "important",
      expiresAt: 10 * day,
    });
    const kept = keepFact(
      remember(known),
      buildFact({ id: "b", content: "Lives in Berlin", confidence: 1 }),
      8 * day,
    );
    expect(kept).toMatchObject({
      kind: "known",
      fact: { id: "a" },
      document: { facts: [{ id: "a", expiresAt: 98 * day, confidence: 1 }], history: [] },
    });
  });

  it.each([
    ["likes green tea.", "Likes green tea"],
    ["The user likes green tea", "Likes green tea"],
    ["喜欢 绿茶！", "喜欢绿茶"],
    ["用户喜欢绿茶", "喜欢绿茶"],
  ])("takes %j for known beside %j", (content, known) => {
    expect(
      keepFact(remember(buildFact({ id: "a", content: known })), buildFact({ id: "b", content }), 5),
    ).toMatchObject({ kind: "known" });
  });

  it("tells C, C++ and C# apart", () => {
    const document = remember(
      buildFact({ id: "a", content: "Writes C" }),
      buildFact({ id: "b", content: "Writes C#" }),
    );
    expect(keepFact(document, buildFact({ id: "c", content: "Writes C++" }), 5)).toMatchObject({
      kind: "kept",
      replaced: null,
    });
  });
});

describe("settleLook", () => {
  const document = remember(
    buildFact({ id: "a", content: "Enjoys slow mornings" }),
    buildFact({ id: "b", content: "Gets up at five to run" }),
  );

  it("puts what a closer look found out of date into the history", () => {
    const settled = settleLook(
      document,
      { factId: "b", relation: { kind: "contradiction", factId: "a" } },
      { keptAt: 5, at: 5 },
    );
    expect(settled).toMatchObject({
      replaced: "Enjoys slow mornings",
      document: { facts: [{ id: "b", replaces: "a" }], history: [{ id: "a", why: "contradicted" }] },
    });
  });

  it("gives back its place to what a fact that says nothing new had pushed out of a full tier", () => {
    const full = remember(
      ...Array.from({ length: 6 }, (_, index) =>
        buildFact({
          id: `c${index}`,
          content: `Hums melody ${index}`,
          tier: "context",
          confidence: 0.7 + index / 100,
        }),
      ),
    );
    const kept = keepFact(full, buildFact({ id: "new", content: "Sings quietly", tier: "context" }), 5);
    expect(kept.document.history).toMatchObject([{ id: "c0", why: "tier_full" }]);
    const settled = settleLook(
      kept.document,
      { factId: "new", relation: { kind: "duplicate", factId: "c3" } },
      { keptAt: 5, at: 5 },
    );
    expect(settled?.document.facts.map(({ id }) => id).sort()).toEqual(["c0", "c1", "c2", "c3", "c4", "c5"]);
    expect(settled?.document.history).toEqual([]);
  });

  it("takes back what says nothing new, and leaves alone what is gone", () => {
    expect(
      settleLook(
        document,
        { factId: "b", relation: { kind: "duplicate", factId: "a" } },
        { keptAt: 5, at: 5 },
      ),
    ).toMatchObject({ kind: "known", document: { facts: [{ id: "a" }], history: [] } });
    expect(
      settleLook(
        document,
        { factId: "b", relation: { kind: "update", factId: "gone" } },
        { keptAt: 5, at: 5 },
      ),
    ).toBeNull();
  });
});
