import { judgeTriggers, triggerLanguages, writeTriggerTable } from "@/tests/evaluation/memory-triggers/suite";
import { describe, expect, it } from "vitest";

const mended = (["developed", "later"] as const).flatMap((set) =>
  triggerLanguages.map((language) => judgeTriggers(set, language)),
);
const unseen = triggerLanguages.map((language) => judgeTriggers("unseen", language));
console.info(writeTriggerTable([...mended, ...unseen]));

const countRight = (judged: readonly { isRight: boolean }[]) =>
  judged.filter(({ isRight }) => isRight).length;

describe("what is remembered at once", () => {
  it.each(mended)("is all of the $set set in $language, and nothing else of it", ({ saves, ignores }) => {
    expect([...saves, ...ignores].filter(({ isRight }) => !isRight)).toEqual([]);
  });

  it.each(unseen)("is most of the unseen set in $language, and nothing else of it", ({ saves, ignores }) => {
    expect(countRight(saves)).toBeGreaterThanOrEqual(saves.length - 2);
    expect(ignores.filter(({ isRight }) => !isRight)).toEqual([]);
  });

  it("is tried on at least 170 sentences of each kind, and on 60 of each that the rules were not made on", () => {
    const all = [...mended, ...unseen];
    const count = (sets: typeof all, kind: "saves" | "ignores") =>
      sets.reduce((total, set) => total + set[kind].length, 0);
    expect([
      count(all, "saves") >= 170,
      count(all, "ignores") >= 170,
      count(unseen, "saves") >= 60,
      count(unseen, "ignores") >= 60,
    ]).toEqual([true, true, true, true]);
  });
});
