import { describe, expect, it } from "vitest";
import { resolveFollowUp } from "@/lib/models/offline/follow-up";

describe("filling in what a follow-up leaves out", () => {
  it.each([
    ["How tall is the Eiffel Tower?", "", "When was it built?", "When was Eiffel Tower built?"],
    ["How tall is the Eiffel Tower?", "", "What about Mount Everest?", "How tall is the Mount Everest?"],
    ["What is Iceland?", "", "What about its population?", "What about Iceland's population?"],
    [
      "Who invented the telephone?",
      "“Alexander Graham Bell invented it.” [1]",
      "When was he born?",
      "When was Alexander Graham Bell born?",
    ],
    ["What time is it in Paris?", "", "And in Tokyo?", "What time is it in Tokyo?"],
    ["Who wrote Hamlet?", "", "continue", "Who wrote Hamlet?"],
    ["杭州在哪里？", "", "它的人口呢？", "杭州的人口呢？"],
    ["长城有多长？", "", "长江呢？", "长江有多长？"],
    ["谁改进了造纸术？", "“东汉的蔡伦改进了造纸术。”[1]", "他是哪一年出生的？", "蔡伦是哪一年出生的？"],
    ["How tall is the Eiffel Tower?", "", "Who was Marie Curie?", "Who was Marie Curie?"],
    ["How tall is the Eiffel Tower?", "", "What time is it?", "What time is it?"],
    ["How tall is the Eiffel Tower?", "", "Translate it into French", "Translate it into French"],
  ])("%s %s · %s → %s", (question, answer, said, resolved) => {
    expect(resolveFollowUp(said, [{ question, answer, calls: [] }])).toBe(resolved);
  });

  it("leaves a first question as it is", () => {
    expect(resolveFollowUp("How tall is it?", [])).toBe("How tall is it?");
  });
});
