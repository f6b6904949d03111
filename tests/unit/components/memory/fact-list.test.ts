import { describe, expect, it } from "vitest";
import {
  countDaysLeft,
  filterFacts,
  groupFacts,
  isExpiringSoon,
  isRunningOut,
  listExpiringSoon,
} from "@/components/memory/fact-list";
import { buildFact } from "@/tests/support/facts";

const day = 86_400_000;
const now = 1_790_000_000_000;
const idsOf = (facts: readonly { id: string }[]) => facts.map(({ id }) => id).join(" ");

describe("facts that are looked for", () => {
  const facts = [
    buildFact({ id: "tea", content: "Likes green tea", keywords: ["beverage"] }),
    buildFact({ id: "rust", content: "Writes Rust at work", category: "technical" }),
    buildFact({ id: "花生", content: "对花生过敏", category: "profile", keywords: ["allergy"] }),
    buildFact({ id: "wide", content: "Ｌｉｋｅｓ　Ｔｅａ too" }),
  ];

  it.each([
    ["", "tea rust 花生 wide"],
    ["GREEN", "tea"],
    ["tea likes", "tea wide"],
    ["beverage", "tea"],
    ["花生", "花生"],
    ["过敏", "花生"],
    ["allergy", "花生"],
    ["likes rust", ""],
    ["  ", "tea rust 花生 wide"],
    [".*", ""],
  ])("by the words “%s” are %s", (words, ids) => {
    expect(idsOf(filterFacts(facts, { words, category: null }))).toBe(ids);
  });

  it("are of the kind that was chosen", () => {
    expect(idsOf(filterFacts(facts, { words: "", category: "technical" }))).toBe("rust");
    expect(idsOf(filterFacts(facts, { words: "tea", category: "technical" }))).toBe("");
  });
});

describe("the groups of facts", () => {
  const facts = [
    buildFact({ id: "a", expiresAt: now + 80 * day }),
    buildFact({ id: "b", expiresAt: now + 6 * day }),
    buildFact({ id: "c", tier: "core", category: "profile" }),
    buildFact({ id: "d", expiresAt: now + 2 * day, category: "project" }),
  ];

  it("are the tiers, also without facts, and what expires soon comes first", () => {
    expect(groupFacts(facts, "tier", now).map(({ key, facts: own }) => `${key}: ${idsOf(own)}`)).toEqual([
      "core: c",
      "important: d b a",
      "context: ",
    ]);
  });

  it("are the kinds", () => {
    expect(groupFacts(facts, "category", now).map(({ key, facts: own }) => `${key}: ${idsOf(own)}`)).toEqual([
      "profile: c",
      "preference: b a",
      "technical: ",
      "project: d",
    ]);
  });

  it("tell what expires within a week, the soonest first", () => {
    expect(idsOf(listExpiringSoon(facts, now))).toBe("d b");
    expect(
      [7 * day, 7 * day + 1].map((left) => isExpiringSoon(buildFact({ expiresAt: now + left }), now)),
    ).toEqual([true, false]);
    expect(isExpiringSoon(buildFact({ expiresAt: null }), now)).toBe(false);
  });

  it.each([
    [1, 1],
    [day, 1],
    [day + 1, 2],
    [7 * day, 7],
  ])("count %i milliseconds as %i days", (left, days) => {
    expect(countDaysLeft(now + left, now)).toBe(days);
  });
});

describe("a fact that is kept for a time", () => {
  it("can be kept for it anew once some of that has passed", () => {
    const left = (days: number) => buildFact({ tier: "important", expiresAt: now + days * day });
    expect([90, 88].map((days) => isRunningOut(left(days), now))).toEqual([false, true]);
    expect(isRunningOut(buildFact({ tier: "core", expiresAt: null }), now)).toBe(false);
  });
});
