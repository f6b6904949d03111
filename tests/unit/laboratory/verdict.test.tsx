import { describe, expect, it } from "vitest";
import { Verdict } from "@/components/admin/laboratory/verdict";
import { toWins } from "@/lib/features/laboratory/statistics";
import { summarize } from "@/lib/features/laboratory/summarize";
import { toLeastWins, toVerdict } from "@/lib/features/laboratory/verdict";
import type { ExperimentTable, QuestionResult, Trial } from "@/lib/features/laboratory/shape/laboratory";
import { renderInLocale } from "@/tests/support/render-in-locale";

const win = (draft: number, live = 0, tie = 0) =>
  toWins([
    ...Array<"draft">(draft).fill("draft"),
    ...[...Array<"live">(live).fill("live"), ...Array<"tie">(tie).fill("tie")],
  ]);
const even = win(0);
const equal = { chosen: even, passes: even, judged: even, cheaper: even, faster: even };
const judge = (more: Partial<typeof equal>, pairs = 10) => toVerdict({ ...equal, ...more }, pairs);

describe("the verdict on an experiment", () => {
  it("is better or worse where one side wins by more than chance, and says by what", () => {
    expect(judge({ judged: win(8, 1, 1) })).toMatchObject({ quality: "better", by: "judged" });
    expect(judge({ passes: win(0, 6, 4) })).toMatchObject({ quality: "worse", by: "passes" });
    expect(judge({ judged: win(7, 2, 1) })).toMatchObject({ quality: "none", by: null });
    expect(judge({ judged: win(5) })).toMatchObject({ quality: "none", by: null });
  });

  it("takes a person's choice before the rest, and is mixed where two measures say otherwise", () => {
    expect(judge({ chosen: win(9), judged: win(9) })).toMatchObject({ quality: "better", by: "chosen" });
    expect(judge({ chosen: win(0, 9), judged: win(9) })).toMatchObject({ quality: "mixed", by: "chosen" });
  });

  it("says of money and time only what is more than chance", () => {
    expect(judge({ cheaper: win(9, 1), faster: win(1, 9) })).toMatchObject({
      cost: "cheaper",
      time: "slower",
    });
    expect(judge({ cheaper: win(1, 9), faster: win(9, 1) })).toMatchObject({
      cost: "dearer",
      time: "faster",
    });
    expect(judge({ cheaper: win(6, 4), faster: win(4, 6) })).toMatchObject({ cost: null, time: null });
  });

  it("knows what could count at all", () => {
    expect([0, 1, 5, 6, 8, 9, 12, 20].map(toLeastWins)).toEqual([null, null, null, 6, 8, 8, 10, 15]);
    expect(judge({}, 0)).toBeNull();
  });
});

const trial: Trial = {
  ...{ outcome: "completed", text: "At 8.", model: "local:a", costMicroUsd: 1, tookMs: 1, searches: 0 },
  ...{ sources: [], marks: {}, checks: [] },
};
const toResult = (questionId: string, winner: "draft" | null): QuestionResult => ({
  ...{ questionId, live: trial, draft: trial, judged: { winner, reason: "" }, chosen: null },
});
const ask = (count: number, winner: "draft" | null) =>
  summarize(Array.from({ length: count }, (_, index) => toResult(`q${index}`, winner)));
const render = async (locale: "en" | "zh", table: ExperimentTable, more: object = {}) =>
  (
    await renderInLocale(locale, <Verdict reply={{ ...{ table, night: null, state: "done" }, ...more }} />)
  ).replaceAll(/<[^>]+>/g, "");

describe("the words of a result", () => {
  it("begin with the verdict, then say why, and chance in words", async () => {
    expect(await render("en", ask(10, "draft"))).toBe(
      "Answers get better.10 of 10 answers were as expected; before, 10 were. The comparing model preferred the new answer 10 times, the old one 0 times. A result this uneven comes about by chance less than once in 100 times.",
    );
    expect(await render("zh", ask(6, "draft"))).toBe(
      "回答更好。6 个回答里有 6 个符合预期，之前是 6 个。 负责比较的模型有 6 次选了新回答，0 次选了旧回答。 这样悬殊的结果，100 次里会碰巧出现 3 次。",
    );
  });

  it.each([
    [{}, "No difference in quality shown.", "看不出好坏差别。"],
    [
      { cheaper: win(0, 9) },
      "No difference in quality shown; answers cost more.",
      "看不出好坏差别，花费更多。",
    ],
    [
      { cheaper: win(0, 9), faster: win(9) },
      "No difference in quality shown; answers take less time and cost more.",
      "看不出好坏差别，用时更短，花费更多。",
    ],
    [{ judged: win(9), faster: win(0, 9) }, "Answers get better and take longer.", "回答更好，用时更长。"],
    [
      { judged: win(0, 9), faster: win(0, 9), cheaper: win(9) },
      "Answers get worse, take longer and cost less.",
      "回答更差，用时更长，花费更少。",
    ],
    [
      { chosen: win(0, 9), judged: win(9), cheaper: win(9) },
      "Answers get better by one measure and worse by another and cost less.",
      "回答有的指标更好，有的更差，花费更少。",
    ],
    // Of ties nothing is shown, however many there are.
    [{ judged: win(3, 2, 40), passes: win(0, 0, 45) }, "No difference in quality shown.", "看不出好坏差别。"],
  ])("say quality, time and cost in one sentence: %j", async (more, en, zh) => {
    const table = { ...ask(9, null), ...more, verdict: judge(more, 9) };
    expect(await render("en", table)).toContain(en);
    expect(await render("zh", table)).toContain(zh);
  });

  it.each([0, 1, 2, 3, 5, 6, 7, 8, 9, 12, 20, 30, 50])("are whole sentences for %i pairs", async (pairs) => {
    for (let draft = 0; draft <= pairs; draft += Math.max(1, Math.floor(pairs / 6)))
      for (const ties of [0, 1, 7]) {
        const judged = win(draft, pairs - draft, ties);
        const table = { ...ask(pairs + ties, null), judged, verdict: judge({ judged }, pairs + ties) };
        const words = await render("en", table);
        const line = /^(?:Answers get (?:better|worse)|No difference in quality shown)\./;
        expect([line.test(words), words === ""]).toContain(true);
        expect(words.includes("comes about by chance")).toBe(judged.p < 0.05);
        expect(words).not.toMatch(/undefined|NaN|\{|\}/);
      }
  });

  it("say what could count where no difference is shown", async () => {
    expect(await render("en", ask(5, null))).toContain("5 questions can’t show a difference");
    expect(await render("en", ask(6, null))).toContain("only a clean sweep would count (6 to 0)");
    expect(await render("en", ask(12, null))).toContain("a result counts from 10 to 2 on");
  });

  it("say how often the comparing model failed, also of a night and while it runs", async () => {
    const failed = "The comparing model gave no usable answer (6 of 6).";
    expect(await render("en", ask(6, null))).toContain(failed);
    expect(await render("en", ask(6, null), { state: "running" })).toBe(failed);
    expect(await render("zh", ask(6, null), { night: { before: null } })).toBe(
      "负责比较的模型没有给出可用的判断（6 次里有 6 次）。",
    );
    expect(await render("en", ask(6, "draft"))).not.toContain("no usable answer");
  });
});
