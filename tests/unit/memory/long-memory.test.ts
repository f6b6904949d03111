import { beforeAll, describe, expect, it } from "vitest";
import {
  historySets,
  languages,
  questionClasses,
  readHistories,
} from "@/tests/evaluation/long-memory/histories";
import type { Judged } from "@/tests/evaluation/long-memory/judge";
import { listMisses } from "@/tests/evaluation/long-memory/report";
import { runHistories } from "@/tests/evaluation/long-memory/run-histories";

/** Of a hundred: just below what docs/evaluation.md shows. */
const floors = { a: 98, b: 97, c: 94 };
const histories = readHistories();
let judged: Judged[] = [];

describe("lives over many sessions", () => {
  beforeAll(async () => {
    judged = await runHistories(histories);
  }, 300_000);

  it.each(historySets)("are answered from as often as before: set %s", (set) => {
    const own = judged.filter(({ history }) => history.set === set);
    const right = own.filter(({ isAnswered }) => isAnswered).length;
    expect((100 * right) / own.length, listMisses(own)).toBeGreaterThanOrEqual(floors[set]);
  });

  it("give the model each fact that was asked for", () => {
    expect(listMisses(judged.filter(({ isGiven }) => !isGiven))).toBe("");
  });

  it("give nothing as current that is no longer so", () => {
    expect(listMisses(judged.filter(({ wronglyGiven }) => wronglyGiven.length > 0))).toBe("");
  });

  it("own up to what was never said, was removed, has expired or is somebody else's", () => {
    expect(listMisses(judged.filter(({ ask, isAnswered }) => ask.expect.length === 0 && !isAnswered))).toBe(
      "",
    );
  });

  it("leave nothing to be seen where memory is switched off", () => {
    expect(judged.flatMap(({ leaks }) => leaks)).toEqual([]);
  });
});

describe("the histories", () => {
  it("are at least 64 in both languages and mixed, over 2 to 30 sessions, with every kind of question", () => {
    const asks = histories.flatMap(({ events }) =>
      events.flatMap((event) => ("ask" in event ? [event] : [])),
    );
    expect(histories.length).toBeGreaterThanOrEqual(64);
    expect(new Set(histories.map(({ id }) => id)).size).toBe(histories.length);
    for (const language of languages)
      expect(
        histories.filter((history) => history.language === language).length,
        language,
      ).toBeGreaterThanOrEqual(10);
    for (const name of questionClasses)
      expect(asks.filter((ask) => ask.class === name).length, name).toBeGreaterThanOrEqual(7);
  });
});
