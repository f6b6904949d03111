import { describe, expect, it, onTestFinished } from "vitest";
import { openGuide, type GuideReply } from "./open-guide";

async function open() {
  const guide = await openGuide();
  onTestFinished(() => guide.close());
  return guide;
}

const expectNothing = ({ text, isUnanswered, reply }: GuideReply) => {
  expect(isUnanswered).toBe(true);
  expect(text).toMatch(
    /^(?:I need a model for that\.|I found nothing on that in|这个问题要接入模型)[^“”「」[\n]*[.。]$/u,
  );
  expect(reply.parts.filter(({ type }) => type === "data-claims" || type === "source-url")).toEqual([]);
};

const manual = Array.from({ length: 3 }, (_page, page) => {
  const sections = Array.from(
    { length: 14 },
    (_section, section) =>
      `## Section ${page + 1}.${section + 1}\n\nThe unit must be installed on a level base with 30 centimetres of free space on each side. Keep children away from it.`,
  );
  const last = [
    "",
    "The warranty lasts five years from the date of installation.",
    "A service is due every second year.",
  ];
  return [...sections, last[page]].join("\n\n");
}).join("\n\n");

describe("the product without a model and without the web", () => {
  it("says that it has nothing on what no handbook tells, also after a question that it answered", async () => {
    const { ask } = await open();
    for (const question of ["Why is the sky blue?", "Where do I live?", "每天需要睡多长时间？"])
      expectNothing(await ask(question));
    await ask("What makes Sextant different from other chats?", { conversation: "same" });
    expectNothing(await ask("Why is the sky blue?", { conversation: "same" }));
  });

  it.each([
    ["How do I delete a conversation?", "menu in the sidebar"],
    ["如何分享对话？", "创建并复制链接"],
    ["What is 17% of 2400?", "408"],
    ["Convert 5 miles to km", "8.04672 km"],
  ])("answers what it can: %s", async (question, part) => {
    const { ask } = await open();
    const { text, isUnanswered, reply } = await ask(question);
    expect([text.includes(part), isUnanswered]).toEqual([true, false]);
    expect(reply.parts.filter(({ type }) => type === "data-claims")).toEqual([]);
  });

  it("knows a saved fact in another conversation, and names it as used", async () => {
    const { ask } = await open();
    await ask("Remember that my name is Ada");
    const { text, tools, reply } = await ask("What is my name?");
    expect(text.trim()).toBe("This is what I remember:\n\n- My name is Ada");
    expect(tools).toEqual([]);
    expect(reply.parts.some(({ type }) => type === "data-memories")).toBe(true);
  });

  it("looks into the files of a conversation alone, also those of earlier questions", async () => {
    const { ask, addFile } = await open();
    const prices = "model,price_eur,cop_7c\nAlpha 8,10900,4.6\nBoreal 10,11400,4.2\nCedar 12,12950,4.4\n";
    const files = [await addFile("prices.csv", prices, "text/csv")];
    const first = await ask("Which model costs 11400?", { conversation: "table", files });
    expect(first.text).toContain("| 1 | model | price_eur | cop_7c |\n| 3 | Boreal 10 | 11400 | 4.2 |");
    expect(first.text).not.toContain("Alpha");
    expectNothing(await ask("What is the average price?", { conversation: "table" }));
    expectNothing(await ask("How do I delete a conversation?", { conversation: "table" }));
    const again = await ask("Which model costs 12950?", { conversation: "table" });
    expect(again.text).toContain("| 4 | Cedar 12 | 12950 | 4.4 |");
    expect(again.tools).toEqual(["retrieve"]);
  });

  it("quotes a manual, and nothing beside it", async () => {
    const { ask, addFile } = await open();
    const files = [await addFile("manual.md", manual, "text/markdown")];
    const first = await ask("How long is the warranty?", { conversation: "manual", files });
    expect(first.text).toContain("“The warranty lasts five years from the date of installation.”");
    const second = await ask("What must be free on each side of the unit?", { conversation: "manual" });
    expect(second.text).toContain("30 centimetres of free space");
    const cited = [first, second].flatMap(({ reply }) =>
      reply.parts.flatMap((part) => (part.type === "source-url" ? [part.title] : [])),
    );
    expect(new Set(cited)).toEqual(new Set(["manual.md"]));
    expect([...first.tools, ...second.tools]).not.toContain("web_search");
  });
});
