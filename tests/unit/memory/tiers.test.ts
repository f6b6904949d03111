import { expireFacts, getExpiry, placeFact } from "@/lib/features/memory/tiers";
import { tierRules, type MemoryTier } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

const day = 86_400_000;

/** A full tier whose facts rank in the order of their numbers, the first one lowest. */
function fillTier(tier: MemoryTier) {
  return Array.from({ length: tierRules[tier].limit }, (_empty, index) =>
    buildFact({ id: `${tier}${index}`, tier, confidence: 0.6 + index / 100 }),
  );
}

describe("placeFact", () => {
  it.each([["important"], ["context"]] as const)(
    "sends the lowest of a full %s tier to the history",
    (tier) => {
      const placed = placeFact(
        { facts: fillTier(tier), history: [], isOff: false },
        buildFact({ id: "new", tier, confidence: 0.6 }),
        5,
      );
      expect(placed.facts).toHaveLength(tierRules[tier].limit);
      expect(placed.facts.map(({ id }) => id)).toContain("new");
      expect(placed.history).toMatchObject([{ id: `${tier}0`, why: "tier_full", endedAt: 5 }]);
    },
  );

  it("demotes the lowest of a full core tier to important, with its time", () => {
    const placed = placeFact(
      { facts: fillTier("core"), history: [], isOff: false },
      buildFact({ id: "new", tier: "core" }),
      5,
    );
    expect(placed.facts.filter(({ tier }) => tier === "core")).toHaveLength(8);
    expect(placed.facts.find(({ id }) => id === "core0")).toMatchObject({
      tier: "important",
      expiresAt: 5 + 90 * day,
    });
    expect(placed.history).toEqual([]);
  });

  it("never loses a core fact, also when important is full", () => {
    const facts = [...fillTier("core"), ...fillTier("important")];
    const placed = placeFact({ facts, history: [], isOff: false }, buildFact({ id: "new", tier: "core" }), 5);
    expect(placed.facts.map(({ id }) => id)).toContain("core0");
    expect(placed.history.map(({ id }) => id)).toEqual(["important0"]);
  });
});

describe("expireFacts", () => {
  it("moves what has expired to the history and leaves the rest", () => {
    const facts = [
      buildFact({ id: "a", expiresAt: 10 }),
      buildFact({ id: "b", expiresAt: 11 }),
      buildFact({ id: "c", expiresAt: null }),
    ];
    const { facts: kept, history } = expireFacts({ facts, history: [], isOff: false }, 10);
    expect(kept.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(history).toMatchObject([{ id: "a", why: "expired", endedAt: 10 }]);
  });
});

describe("getExpiry", () => {
  it.each([
    ["core", null],
    ["important", 90 * day],
    ["context", 30 * day],
  ] as const)("of %s is %s", (tier, expiry) => {
    expect(getExpiry(tier, 0)).toBe(expiry);
  });
});
