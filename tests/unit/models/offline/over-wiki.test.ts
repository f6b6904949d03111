import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readArticles } from "@/tests/evaluation/articles";
import { listTools, openWikiServices, toText, type WikiServices } from "@/tests/evaluation/wiki-services";

let wiki: WikiServices;
beforeAll(async () => {
  wiki = await openWikiServices();
});
afterAll(() => wiki.close());

describe("the guide over the seeded wiki, through the real loop and tools", () => {
  it.each([
    ["Who was the first woman to climb Mount Everest?", "Junko Tabei"],
    ["Which ship recovered the Apollo 11 crew?", "USS Hornet"],
    ["故宫博物院是什么时候成立的？", "1925年10月10日"],
    ["谁改进了造纸术？", "蔡伦"],
  ])(
    "quotes whole sentences of a page, word for word, each with its number: %s",
    async (question, answer) => {
      const reply = await wiki.ask([question]);
      const quotes = [...toText(reply).matchAll(/“(.+?)” ?\[\d+\]/gu)].map(([, quote = ""]) => quote);
      expect(quotes.join("\n")).toContain(answer);
      const texts = readArticles().map(({ text }) => text);
      expect(quotes.filter((quote) => !texts.some((text) => text.includes(quote)))).toEqual([]);
      expect(new Set(listTools(reply))).toEqual(new Set(["retrieve", "web_search", "web_fetch"]));
      expect(reply.parts.filter(({ type }) => type === "data-claims")).toEqual([]);
    },
  );

  it("takes the subject of a short question from the one before", async () => {
    const reply = await wiki.ask(["How tall is the Eiffel Tower?", "How often is it painted?"]);
    expect(toText(reply)).toContain("It is repainted about every seven years");
  });

  it("owns up to what the wiki does not say", async () => {
    const text = toText(await wiki.ask(["What is the boiling point of francium oxide?"]));
    expect(text).toMatch(/^I need a model for that\./u);
  });

  it.each([
    ["Hello!", [], "I need a model for that."],
    ["What is 15% of 240?", ["calculate"], "15% of 240 = 36."],
    ["今天几号？", ["get_current_time"], "现在是"],
  ])("answers “%s” with the tools it needs", async (said, tools, part) => {
    const reply = await wiki.ask([said]);
    expect(listTools(reply)).toEqual(tools);
    expect(toText(reply)).toContain(part);
  });
});
