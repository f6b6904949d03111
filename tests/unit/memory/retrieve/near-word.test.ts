import { isNearWord } from "@/lib/memory/retrieve/near-word";
import { describe, expect, it } from "vitest";

describe("isNearWord", () => {
  it.each([
    ["alergic", "allergic"],
    ["brithday", "birthday"],
    ["berln", "berlin"],
    ["addresss", "address"],
    ["vegeterian", "vegetarian"],
    ["profesion", "profession"],
    ["aniversery", "anniversary"],
  ])("takes %s for %s mistyped", (word, other) => {
    expect(isNearWord(word, other)).toBe(true);
  });

  it.each([
    ["tea", "teas"],
    ["dogs", "dog"],
    ["12345", "12346"],
    ["b2024", "b2025"],
    ["carrot", "parrot"],
    ["berlin", "bering"],
    ["daughter", "laughter"],
    ["allergic", "generic"],
  ])("does not take %s for %s mistyped", (word, other) => {
    expect(isNearWord(word, other)).toBe(false);
  });
});
