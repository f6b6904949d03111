import { describe, expect, it } from "vitest";
import { cutText } from "@/lib/agent/context/digest/cut-text";
import { splitSentences } from "@/lib/agent/context/digest/sentences";
import { estimateTokens } from "@/lib/agent/tokens";

const list = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe("the sentences of a text", () => {
  it.each([
    [
      "Dr. Ana Lind pays 3.5 euros. She left at 9:30! Why?",
      ["Dr. Ana Lind pays 3.5 euros.", "She left at 9:30!", "Why?"],
    ],
    ["never mention prices. call me ana. ok", ["never mention prices.", "call me ana.", "ok"]],
    ["Bring fruit, e.g. apples, etc. and water.", ["Bring fruit, e.g. apples, etc. and water."]],
    ["我叫小安。以后用表格！好吗？谢谢", ["我叫小安。", "以后用表格！", "好吗？", "谢谢"]],
    ["One\r\n\nTwo", ["One", "Two"]],
  ])("of %j are %j", (text, sentences) => {
    expect(list(text)).toEqual(sentences);
  });

  it("are cut when they have no end, between words or else between characters", () => {
    expect(
      list("word ".repeat(200)).every((piece) => /^(?:word ?)+$/.test(piece) && piece.length <= 300),
    ).toBe(true);
    expect(list("👨‍👩‍👧".repeat(200)).every((piece) => /^(?:👨‍👩‍👧)+$/u.test(piece))).toBe(true);
    expect(list("é".repeat(500)).join("")).toBe("é".repeat(500));
    expect(list("x\ud83dy")).toEqual(["x\ufffdy"]);
  });
});

describe("the beginning of a text", () => {
  it("ends with a sentence where one is near, else with a word or a character", () => {
    expect(cutText("One is here. Two is there. Three is nowhere.", 9)).toBe("One is here. Two is there.");
    expect(cutText("第一句在这里。第二句在那里。第三句没有。", 8)).toBe("第一句在这里。第二句在那里。");
    expect(cutText("words without any end go on and on", 5)).toBe("words without any");
    expect(cutText("👨‍👩‍👧".repeat(20), 15)).toMatch(/^(?:👨‍👩‍👧)+$/u);
    expect(cutText("It costs 3.5 million", 3)).toBe("It costs");
  });

  it("takes at most as many tokens as allowed", () => {
    for (let tokens = 0; tokens < 30; tokens += 1)
      expect(estimateTokens(cutText("Ab c. 中文。👨‍👩‍👧 e\u0301 ".repeat(20), tokens))).toBeLessThanOrEqual(
        tokens,
      );
  });
});
