import { describe, expect, it } from "vitest";
import { formatCost } from "@/lib/client/money";
import {
  beginHearing,
  hearMore,
  hearRest,
  readFinishedSentences,
  toPlainText,
} from "@/lib/client/message/spoken-text";

describe("formatCost", () => {
  it.each([
    [0, null],
    [40, "< 0.01 ¢"],
    [4_100, "0.41 ¢"],
    [123_000, "12 ¢"],
    [1_204_000, "$1.20"],
  ])("writes %d micro-dollars as %s", (microUsd, expected) => {
    expect(formatCost(microUsd, "en")).toBe(expected);
  });
});

describe("readFinishedSentences", () => {
  it("reads up to the last sentence that is finished, and tells where to go on", () => {
    const text = "Four kinds. The sun at noon! And th";
    const { spoken, next } = readFinishedSentences(text, 0);
    expect(spoken).toBe("Four kinds. The sun at noon!");
    expect(readFinishedSentences(`${text}en time. `, next).spoken).toBe("And then time.");
  });

  it("waits while no sentence is finished", () => {
    expect(readFinishedSentences("About 3.14 of th", 0)).toEqual({ spoken: "", next: 0 });
  });

  it("knows the ends of Chinese sentences", () => {
    expect(readFinishedSentences("先看太阳。再看", 0).spoken).toBe("先看太阳。");
  });
});

describe("what is read aloud of a growing text", () => {
  const listen = (...texts: string[]) => {
    let heard = beginHearing(undefined, "");
    const spoken = texts.map((text) => {
      const more = hearMore(heard, "a1", text);
      heard = more.heard;
      return more.spoken;
    });
    return { spoken, heard };
  };

  it("is each sentence once, also when the text is read again from its beginning", () => {
    const { spoken, heard } = listen("One. Two. Th", "", "One. ", "One. Two. Three. Fo");
    expect(spoken).toEqual(["One. Two.", "", "", "Three."]);
    expect(hearRest(heard, "a1", "One. Two. Three. Four")).toBe("Four");
  });

  it("is what took the place of words that were withdrawn", () => {
    expect(listen("One. Wrong. ", "One. ", "One. Right. ").spoken).toEqual(["One. Wrong.", "", "Right."]);
  });

  it("is only what is new when a reply goes on, and all of another one", () => {
    const before = beginHearing("a1", "One. Two.");
    expect(hearMore(before, "a1", "One. Two.\n\nThree. ").spoken).toBe("Three.");
    expect(hearMore(before, "a2", "One. Two. ").spoken).toBe("One. Two.");
  });
});

describe("toPlainText", () => {
  it("leaves no gap where a citation stood", () => {
    expect(toPlainText("It leaves at 8 [1]. It costs 12 [2][3], or less [4].")).toBe(
      "It leaves at 8. It costs 12, or less.",
    );
  });

  it("leaves out marks, addresses, numbers of sources and code", () => {
    const markdown = "## Heading\n- **Bold** and [a link](https://x.example)[2]\n```js\nrun()\n```\nEnd";
    expect(toPlainText(markdown)).toBe("Heading Bold and a link End");
  });

  it.each([
    ["5 * 5 = 25.", "5 * 5 = 25."],
    ["12 \\* 34 is **408**", "12 * 34 is 408"],
    ["| a | b |\n| - | - |\n| *1* | 2 |", "a b 1 2"],
  ])("keeps the sign of a sum in %j", (markdown, spoken) => {
    expect(toPlainText(markdown)).toBe(spoken);
  });
});
