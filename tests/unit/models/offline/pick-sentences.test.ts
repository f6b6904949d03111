import { describe, expect, it } from "vitest";
import { pickSentences } from "@/lib/models/offline/pick-sentences";
import { toQuestion } from "@/lib/models/offline/question";

const tower = {
  number: 3,
  url: "https://wiki.test/tower",
  title: "Sky Tower",
  passages: [
    { heading: "", text: "The Sky Tower is a tower in Lund. Its height was much discussed." },
    {
      heading: "History",
      text: "The tower was built by Ida Berg. Work on the tower was built up slowly. It was finished in 1904 because the king wished it.",
    },
    { heading: "Size", text: "It is 120 metres tall. It has 3 floors. Many people like the tall tower." },
  ],
};
const pick = (text: string) => pickSentences([tower], toQuestion(text));

describe("picking the sentence that answers", () => {
  it.each([
    ["How tall is the Sky Tower?", "It is 120 metres tall."],
    ["When was the Sky Tower finished?", "It was finished in 1904 because the king wished it."],
    ["Who built the Sky Tower?", "The tower was built by Ida Berg."],
    ["How many floors does the Sky Tower have?", "It has 3 floors."],
    ["Where is the Sky Tower?", "The Sky Tower is a tower in Lund."],
    ["What is the Sky Tower?", "The Sky Tower is a tower in Lund."],
  ])("%s", (question, sentence) => {
    const { answers, quotes } = pick(question);
    expect(answers).toBe(true);
    expect(quotes[0]).toEqual({ text: sentence, number: 3, title: "Sky Tower" });
  });

  it("does not give a sentence without a number for an amount", () => {
    const vague = {
      ...tower,
      passages: [{ heading: "Size", text: "The Sky Tower is very tall. Its height was much discussed." }],
    };
    expect(pickSentences([vague], toQuestion("How tall is the Sky Tower?")).answers).toBe(false);
  });

  it("does not give a sentence without a date for a time", () => {
    const vague = { ...tower, passages: [{ heading: "History", text: "The Sky Tower was finished late." }] };
    expect(pickSentences([vague], toQuestion("When was the Sky Tower finished?")).answers).toBe(false);
  });

  it("does not answer about something that the page never names", () => {
    expect(pick("How tall is the Zorblatt Pyramid?").answers).toBe(false);
  });

  it("has nothing to give when no page was read", () => {
    expect(pickSentences([], toQuestion("How tall is the Sky Tower?"))).toEqual({
      answers: false,
      quotes: [],
    });
  });
});
