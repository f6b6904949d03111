import { findExplicitFacts } from "@/lib/memory/learn/triggers/find-explicit-facts";
import { describe, expect, it } from "vitest";

const contents = (text: string) => findExplicitFacts(text).map(({ content }) => content);

describe("findExplicitFacts", () => {
  it("gives a whole fact, certain and sorted", () => {
    expect(findExplicitFacts("Hi, my name is Bob Smith")).toEqual([
      { content: "My name is Bob Smith", category: "profile", tier: "core", confidence: 0.95, keywords: [] },
    ]);
  });

  it.each([
    ["Remember that the deadline is 3 May", "project", "context"],
    ["Remember that I use Linux", "technical", "important"],
    ["Remember that I like jazz", "preference", "important"],
    ["From now on answer briefly", "preference", "core"],
    ["记住我每天六点起床", "preference", "important"],
    ["Remember that my dog is called Rex", "profile", "important"],
  ])("sorts %j as %s, %s", (text, category, tier) => {
    expect(findExplicitFacts(text)).toMatchObject([{ category, tier }]);
  });

  it.each([
    ["please remember my birthday is 3 May", "My birthday is 3 May"],
    ["Can you remember that I am allergic to peanuts", "I am allergic to peanuts"],
    ["memorize that I live in Oslo", "I live in Oslo"],
    ["Hi, my name is Bob Smith", "My name is Bob Smith"],
    ["call me Ana", "Call me Ana"],
    ["我叫小明", "我叫小明"],
    ["请记住我对花生过敏", "我对花生过敏"],
    ["别忘了我住在杭州。", "我住在杭州"],
    ["你好，我叫王芳", "我叫王芳"],
    ["记住我是翻译", "我是翻译"],
  ])("finds in %j what the offline guide finds too", (text, content) => {
    expect(contents(text)).toEqual([content]);
  });

  it.each([
    "Remember that I live in Lisbon and that I am allergic to walnuts",
    "Please remember that I live in Lisbon, and that I am allergic to walnuts.",
  ])("gives each fact of %j by itself", (text) => {
    expect(contents(text)).toEqual(["I live in Lisbon", "I am allergic to walnuts"]);
  });

  it.each([
    ["My name is 王芳.", "My name is 王芳"],
    ["记住 I live in Oslo", "I live in Oslo"],
    ["Remember that 我住在北京", "我住在北京"],
    ["请记住 my dog is called Rex", "My dog is called Rex"],
    ["My name is Ana. Who wrote Hamlet?", "My name is Ana"],
    ["My name is Ann. Please quote me a price.", "My name is Ann"],
    ["Remember I love 火锅", "I love 火锅"],
    ["Always cite the first line", "Always cite the first line"],
  ])(
    "finds in %j what is asked in one language and said in the other, or beside talk of books",
    (text, content) => {
      expect(contents(text)).toEqual([content]);
    },
  );

  it.each([
    "Call me Ishmael.",
    "Hi! Call me Ishmael, please.",
    "My name is Inigo Montoya. You killed my father.",
    "Call me Al, like in the song",
    "My name is Al. Which song is that from?",
    "My name is Kim. Who wrote that?",
    "My name is Kim. Whose quote is this?",
    "叫我雷锋。",
    "我叫红领巾",
    "我叫小明。这句话出自哪里？",
    "If I lived in Oslo, remember that I would need a car",
    "Remember that if I lived in Oslo I would ski",
  ])("takes neither a line of a work nor what is only supposed for the person's own: %s", (text) => {
    expect(contents(text)).toEqual([]);
  });

  it("keeps a name that a line of a work has, too, where that is asked for", () => {
    expect(contents("Remember that my name is Ishmael")).toEqual(["My name is Ishmael"]);
  });

  it("keeps quoted words inside a fact, and finds no request inside them", () => {
    expect(contents('Remember that my boat is called "Call me Bob"')).toEqual([
      'My boat is called "Call me Bob"',
    ]);
    expect(contents("记住我的船叫“记住我是船长”")).toEqual(["我的船叫“记住我是船长”"]);
  });

  it("keeps at most ten facts, and none twice", () => {
    const lines = Array.from({ length: 14 }, (_, index) => `- I own house number ${index % 12}`);
    expect(contents(`Remember these:\n${lines.join("\n")}`)).toEqual(
      lines.slice(0, 10).map((line) => line.slice(2)),
    );
    expect(contents("Remember that I ski. Remember that I ski.")).toEqual(["I ski"]);
  });

  it("ends a list at a blank line and goes on reading behind it", () => {
    expect(contents("Remember these:\n- I ski\n- I swim\n\nIs it raining?\nMy name is Ida.")).toEqual([
      "I ski",
      "I swim",
      "My name is Ida",
    ]);
  });

  it("keeps the rest when one of the facts is a secret", () => {
    expect(contents("Remember that my pin is 4711. Remember that I bank with Nordhavn.")).toEqual([
      "I bank with Nordhavn",
    ]);
  });

  it("takes back only the fact before “forget that”", () => {
    expect(contents("Remember that I ski. Remember that I swim. Forget that.")).toEqual(["I ski"]);
  });

  it("reads a request before a paste and leaves the paste", () => {
    const pasted = `My name is Ishmael. Remember that I went to sea. ${"The whale was white and large. ".repeat(40)}`;
    expect(contents(`Remember that I like whales.\n\n${pasted}`)).toEqual(["I like whales"]);
    const short = Array.from({ length: 60 }, () => "Remember that I went to sea again.").join("\n\n");
    expect(contents(`Remember that I like whales.\n\n${short}`)).toEqual([
      "I like whales",
      "I went to sea again",
    ]);
  });

  it("reads no document", () => {
    expect(contents(`Remember that I like whales.\n\n${"word ".repeat(5_000)}`)).toEqual([]);
  });

  it("keeps no fact longer than a memory may be", () => {
    expect(contents(`Remember that I like ${"very ".repeat(95)}tea`)).toHaveLength(0);
    expect(contents(`Remember that I like ${"very ".repeat(80)}tea`)).toHaveLength(1);
  });

  it("reads lines that end as on Windows, and unseen characters between words", () => {
    expect(contents("Remember these:\r\n- I ski\r\n- I swim\r\n")).toEqual(["I ski", "I swim"]);
    expect(contents("Remember that I\u200b ski")).toEqual(["I ski"]);
  });

  it.each(["remember that ", "记住", "我叫", "“", "my name is ", ", remember that ", "always use "])(
    "reads 19,900 characters of %j",
    (piece) => {
      expect(
        contents(`${piece.repeat(Math.floor(550 / piece.length))}\n`.repeat(35)).length,
      ).toBeLessThanOrEqual(10);
    },
  );
});
