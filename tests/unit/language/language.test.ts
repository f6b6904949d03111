import { describe, expect, it } from "vitest";
import { createIndex, fuseScores } from "@/lib/language/bm25";
import { isNearWord } from "@/lib/language/near-word";
import { detectLanguage, foldText } from "@/lib/language/script";
import { splitSentences } from "@/lib/language/sentences";
import { toQueryTokens, toTokens } from "@/lib/language/tokens";
import { listWords, toKeywords } from "@/lib/language/words";

describe("words", () => {
  it("are found by a dictionary where a script has no blanks", () => {
    expect(listWords("国家博物馆建于1912年。").map(({ text }) => text)).toContain("1912");
    expect(listWords("Ada's bridge")).toEqual([
      { text: "Ada's", start: 0, end: 5 },
      { text: "bridge", start: 6, end: 12 },
    ]);
  });

  it("of a question are those that tell it from others, or all of them", () => {
    expect(toKeywords("When was the bridge of Sant'Angelo built?")).toBe("bridge Sant'Angelo built");
    expect(toKeywords("长江有多长？")).toContain("长江");
    expect(toKeywords("Who are you?")).toBe("Who are you");
  });
});

describe("tokens", () => {
  it("are one for the forms of a word, and none for a stop word", () => {
    expect(toTokens("the running universities")).toEqual(toTokens("run university"));
    expect(toTokens("книги")).toEqual(toTokens("книга"));
    expect(toTokens("Café")).toEqual(toTokens("cafe"));
  });

  it("of a query of stop words alone are those words", () => {
    expect(toQueryTokens("who is it")).toEqual(["who", "is", "it"]);
  });
});

describe("the index", () => {
  it("ranks what shares rare words with the query first, and leaves out what shares none", () => {
    const index = createIndex(["A ferry crosses the bay.", "The bridge opened in 1932.", "The bay is deep."]);
    expect(index.search("When did the bridge open?").map((hit) => hit.index)).toEqual([1]);
    expect(index.search("ferry bay").map((hit) => hit.index)).toEqual([0, 2]);
    expect(index.score("volcano")).toEqual([0, 0, 0]);
  });

  it("works on Chinese", () => {
    const index = createIndex(["云溪大桥于1987年建成通车。", "云溪镇有三所小学。"]);
    expect(index.search("大桥是哪一年建成的？")[0]?.index).toBe(0);
  });

  it("fuses lists by their order", () => {
    const [first = 0, second = 0, third = 0] = fuseScores([3, 2, 0], [0.1, 0.9, 0]);
    expect(first).toBeCloseTo(second);
    expect(third).toBe(0);
  });
});

describe("sentences", () => {
  it("do not end at abbreviations, decimals or a quotation's end", () => {
    const text =
      'Dr. Smith met Mr. Jones in the U.S. Army. It cost $3.5 million. "Why?" he asked.\nNo. 5 is fine!';
    expect(splitSentences(text).map((span) => span.text)).toEqual([
      "Dr. Smith met Mr. Jones in the U.S. Army.",
      "It cost $3.5 million.",
      '"Why?" he asked.',
      "No. 5 is fine!",
    ]);
    for (const { text: sentence, start, end } of splitSentences(text))
      expect(text.slice(start, end)).toBe(sentence);
  });

  it("end at short names, which look like abbreviations", () => {
    const text = "She is called Ana. Then he went to Rio. Nobody knew Tom. He met Mrs. Lee and Sgt. Wu.";
    expect(splitSentences(text).map((span) => span.text)).toEqual([
      "She is called Ana.",
      "Then he went to Rio.",
      "Nobody knew Tom.",
      "He met Mrs. Lee and Sgt. Wu.",
    ]);
  });

  it("end at Chinese marks and at a line's end", () => {
    expect(splitSentences("他说：“好。”然后走了。\n# 标题\n真的吗？").map((span) => span.text)).toEqual([
      "他说：“好。”",
      "然后走了。",
      "# 标题",
      "真的吗？",
    ]);
  });

  it("go on over a line break inside wrapped prose", () => {
    expect(splitSentences("The bridge was\nopened in 1932.")).toHaveLength(1);
  });
});

it("a near word differs by one letter, and numbers never do", () => {
  expect(isNearWord("bridge", "brigde")).toBe(false);
  expect(isNearWord("bridge", "bridg")).toBe(true);
  expect(isNearWord("2023", "2024")).toBe(false);
});

it("a text is folded, and its language told by its letters", () => {
  expect(foldText("Straße ÉTÉ Ａ")).toBe("strasse ete a");
  expect(detectLanguage("我用 TypeScript 写代码")).toBe("zh");
  expect(detectLanguage("The word 好 means good")).toBe("en");
  expect(detectLanguage("什么是量子计算？")).toBe("zh");
});
