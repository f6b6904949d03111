import { describe, expect, it } from "vitest";
import { chooseFollowUps, toFollowUpQuestion } from "@/lib/features/follow-ups/follow-ups";

const answered = {
  question: "When was the octant shown?",
  answer: "John Hadley showed it in 1731 [1]. 托马斯·戈弗雷也在 1730 年做出来，型号 GPS2。",
  titles: ["The iPhone of Navigation"],
};
const choose = (...questions: string[]) => chooseFollowUps({ questions }, answered);

describe("questions that may come next", () => {
  it.each([
    ["Who was Hadley?"],
    ["What else happened in 1731?"],
    ["How is an octant used?"],
    ["Was it better than the iPhone?"],
    ["Whom did Hadley's octant replace in 1730?"],
    ["What does GPS 2 measure?"],
    ["Can I build one?"],
    ["１７３１年还发生了什么？"],
    ["八分仪怎么用？"],
    ["它和GPS有什么不同？"],
  ])("hold %j, all of which stands in the answer or in a title", (question) => {
    expect(choose(question)).toEqual([question]);
  });

  it.each([
    ["a number", "What happened in 1732?"],
    ["a part of a number", "What happened in 173?"],
    ["a name", "Did Newton know of it?"],
    ["a name at the beginning", "NASA used it when?"],
    ["a name between other scripts", "它和GLONASS有什么不同？"],
    ["a number between other scripts", "1900年呢？"],
    ["nothing", "  "],
    ["too many words", `How ${"very ".repeat(60)}far?`],
    ["what was asked", "When was the octant shown?"],
  ])("do not hold one with %s that the answer does not have", (_what, question) => {
    expect(choose(question)).toEqual([]);
  });

  it("are three at most, each once, on one line", () => {
    expect(choose("Why?", "Why?", "How\n so?", "Since when?", "Where?")).toEqual([
      "Why?",
      "How so?",
      "Since when?",
    ]);
    expect(chooseFollowUps(null, answered)).toEqual([]);
  });

  it("are asked for with the answer and the titles, of which only so much is read", () => {
    const { prompt } = toFollowUpQuestion({ ...answered, answer: "x".repeat(100_000) });
    expect(prompt).toContain("The iPhone of Navigation");
    expect(prompt.length).toBeLessThan(12_000);
  });
});
