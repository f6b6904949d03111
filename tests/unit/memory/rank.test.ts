import { rankFact, sortByRank } from "@/lib/features/memory/rank";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const day = 86_400_000;

describe("rankFact", () => {
  it("gives 0.4 for full confidence, 0.3 for now, 0.3 for endless use", () => {
    expect(rankFact(buildFact({ confidence: 1, createdAt: 0, useCount: 0 }), 0)).toBeCloseTo(0.7, 10);
    expect(rankFact(buildFact({ confidence: 0, createdAt: 0, useCount: 1e9 }), 3650 * day)).toBeCloseTo(
      0.3,
      6,
    );
  });

  it("halves recency after 30 days and use at 3", () => {
    expect(rankFact(buildFact({ confidence: 0, createdAt: 0 }), 30 * day)).toBeCloseTo(0.15, 10);
    expect(rankFact(buildFact({ confidence: 0, createdAt: 0, useCount: 3 }), 3650 * day)).toBeCloseTo(
      0.15,
      6,
    );
  });

  it("counts the last use as recent", () => {
    const used = buildFact({ createdAt: 0, lastUsedAt: 300 * day });
    expect(rankFact(used, 300 * day)).toBeGreaterThan(rankFact(buildFact({ createdAt: 0 }), 300 * day));
  });

  it("sorts equal facts newest first", () => {
    const facts = [
      buildFact({ id: "old", createdAt: -1, lastUsedAt: 5 }),
      buildFact({ id: "new", createdAt: 0, lastUsedAt: 5 }),
    ];
    expect(sortByRank(facts, 5).map(({ id }) => id)).toEqual(["new", "old"]);
  });
});
