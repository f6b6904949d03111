import { describe, expect, it } from "vitest";
import { askGuide, balanced } from "./ask-guide";

describe("a calculation", () => {
  it.each([
    ["What is 15% of 240?", "15% of 240"],
    ["how much is 15 percent of 80?", "15% of 80"],
    ["240 的 15% 是多少？", "15% of 240"],
    ["what is 3*4", "3*4"],
    ["3.75 * 2.5 exactly", "3.75 * 2.5"],
    ["What is 10/3 with three decimals?", "10/3"],
    ["Calculate 1,250 + 38.5", "1250 + 38.5"],
    ["2^64 = ?", "2^64"],
    ["What's the square root of 144?", "sqrt(144)"],
    ["sqrt(2) * 3", "sqrt(2) * 3"],
    ["(2 + 3) * 4", "(2 + 3) * 4"],
    ["算一下36乘以25。", "36 * 25"],
    ["12 × 12 等于多少？", "12 × 12"],
  ])("%s is handed to the calculator", async (said, expression) => {
    const { calls } = await askGuide(said);
    expect(calls).toEqual([{ tool: "calculate", input: { expression } }]);
  });

  it.each([
    "What happened on 9/11?",
    "Who won the 1998 World Cup?",
    "What was founded in 1848-1849 in Oslo?",
    "How did COVID-19 begin in 2019?",
    "1234年发生了什么？",
    "What is 5 years in prison?",
  ])("%s is none", async (said) => {
    const { calls } = await askGuide(said);
    expect(calls.map(({ tool }) => tool)).toEqual(["web_search"]);
  });

  it.each([
    ["Convert 5 miles to km", "5 mile to km"],
    ["What is 70 kg in pounds?", "70 kg to lb"],
    ["How many metres are in 2 feet?", "2 foot to m"],
    ["convert 100 degrees Fahrenheit to Celsius", "100 fahrenheit to celsius"],
    ["5英里是多少公里？", "5 mile to km"],
    ["How many days are there between 2024-02-01 and 2026-11-20?", "days between 2024-02-01 and 2026-11-20"],
    ["2024-02-01到2026-11-20有多少天？", "days between 2024-02-01 and 2026-11-20"],
  ])("of units or days is one: %s", async (said, expression) => {
    const { calls } = await askGuide(said);
    expect(calls).toEqual([{ tool: "calculate", input: { expression } }]);
  });

  it("is answered in the words of the question", async () => {
    const done = [{ tool: "calculate", input: {}, output: "15% * 240 = 36" }];
    expect((await askGuide("What is 15% of 240?", { done })).text).toBe("15% of 240 = 36.");
  });

  it("is answered with the calculator's refusal", async () => {
    const done = [
      { tool: "calculate", input: {}, output: "ERROR(invalid_request): Nothing can be divided by zero." },
    ];
    const { text } = await askGuide("1/0", { done });
    expect(text).toBe("The calculator failed: Nothing can be divided by zero.");
  });
});

describe("a question for the time", () => {
  it.each([
    ["what's the time?", {}],
    ["What time is it?", {}],
    ["What day is it today?", {}],
    ["what is today's date", {}],
    ["What time is it in New York?", { timezone: "America/New_York" }],
    ["what time is it now in Japan", { timezone: "Asia/Tokyo" }],
    ["what time is it in Atlantis?", { timezone: "Atlantis" }],
    ["现在几点？", {}],
    ["今天几号", {}],
    ["今天星期几？", {}],
    ["日本现在几点了", { timezone: "Asia/Tokyo" }],
    ["北京现在几点？", { timezone: "Asia/Shanghai" }],
  ])("%s is handed to the clock", async (said, input) => {
    const { calls } = await askGuide(said);
    expect(calls).toEqual([{ tool: "get_current_time", input }]);
  });

  it.each(["What is the time complexity of quicksort?", "What is the date of the battle of Hastings?"])(
    "%s is none",
    async (said) => {
      const { calls } = await askGuide(said);
      expect(calls.map(({ tool }) => tool)).toEqual(["web_search"]);
    },
  );

  it("is answered with what the clock says", async () => {
    const done = [{ tool: "get_current_time", input: {}, output: "Friday, 20 November 2026, 14:05 (UTC)" }];
    const { text } = await askGuide("What time is it?", { done });
    expect(text).toBe("It is Friday, 20 November 2026, 14:05 (UTC).");
  });
});

describe("a set phrase", () => {
  it.each([
    ["Remember that I am vegan and do not eat honey.", { content: "I am vegan and do not eat honey" }],
    ["please remember my birthday is 3 May", { content: "My birthday is 3 May" }],
    ["don't forget that I like jazz", { content: "I like jazz" }],
    ["记住我在杭州上班", { content: "我在杭州上班" }],
    ["别忘了我对花生过敏。", { content: "我对花生过敏" }],
    ["Hi, my name is Bob Smith", { content: "My name is Bob Smith", category: "profile", tier: "core" }],
    ["Call me Bob.", { content: "Call me Bob", category: "profile", tier: "core" }],
    ["我叫小明", { content: "我叫小明", category: "profile", tier: "core" }],
  ])("%s saves what was said", async (said, fact) => {
    const { calls } = await askGuide(said);
    expect(calls).toEqual([{ tool: "memory_save", input: { facts: [fact] } }]);
  });

  it.each([
    "Remember that.",
    "Do you remember when the war ended?",
    "Remember when the war ended?",
    "我叫什么名字？",
  ])("%s saves nothing", async (said) => {
    const { calls } = await askGuide(said);
    expect(calls.map(({ tool }) => tool)).not.toContain("memory_save");
  });

  it.each([
    ["Saved: I moved to Bremen", "I will remember this: I moved to Bremen"],
    [
      "Saved: I moved to Bremen\nThis takes the place of: I live in Kiel",
      "I will remember this: I moved to Bremen\n\nIt replaces: I live in Kiel",
    ],
    [
      "Not saved: (not repeated): it holds a password, and secrets are never kept",
      "I did not save this: it holds a password, and secrets are never kept",
    ],
  ])("is answered with what was kept: %s", async (output, answer) => {
    const done = [{ tool: "memory_save", input: {}, output }];
    expect((await askGuide("Remember that I moved to Bremen", { done })).text).toBe(answer);
  });

  it.each([
    ["Forget that I live in Oslo", "Open Memory in the sidebar"],
    ["忘掉我住在上海", "请打开侧边栏的“记忆”页面"],
    ["请把我的生日忘了", "请打开侧边栏的“记忆”页面"],
  ])("%s leads to the page where facts are deleted", async (said, part) => {
    const { text, calls } = await askGuide(said);
    expect(calls).toEqual([]);
    expect(text).toContain(part);
  });

  const facts = "[Note from Sextant, not from the person] What the person told you earlier:";

  it.each(["What do you know about me?", "你知道我什么？"])(
    "%s lists the facts of the prompt",
    async (said) => {
      const system = `${balanced}\n\n${facts}\n- [m1] I live in Oslo\n- [m2] I like jazz\nName those that you used.`;
      const { text, calls } = await askGuide(said, { system });
      expect(calls).toEqual([]);
      expect(text).toMatch(/\n\n- I live in Oslo\n- I like jazz\n\n\[m1, m2\]$/u);
    },
  );

  it("asks for what is known where nothing is", async () => {
    const { text } = await askGuide("What do you know about me?");
    expect(text).toBe("Nothing is remembered about you yet.");
  });

  it.each([
    ["Where do I live?", "I live in Oslo"],
    ["What is my name?", "My name is Ada"],
    ["What's my name?", "Call me Ada"],
    ["我叫什么名字？", "我叫小明"],
    ["我住在哪里？", "我住在杭州"],
    ["When is my birthday?", "My birthday is 3 May"],
  ])("may have left the answer to a question about the person: %s", async (said, fact) => {
    const system = `${balanced}\n\n${facts}\n- [m1] I like jazz\n- [m2] ${fact}`;
    const { text, calls } = await askGuide(said, { system });
    expect(calls).toEqual([]);
    expect(text).toMatch(new RegExp(`\\n\\n- ${fact}\\n\\n\\[m2\\]$`, "u"));
  });

  it.each([
    "Who lives in the White House?",
    "What is the name of the longest river?",
    "我国的首都叫什么名字？",
  ])("leaves no answer to a question that says more than the fact: %s", async (said) => {
    const system = `${balanced}\n\n${facts}\n- [m1] I live in Oslo\n- [m2] My name is Ada`;
    const { calls } = await askGuide(said, { system });
    expect(calls.map(({ tool }) => tool)).toEqual(["web_search"]);
  });

  it.each([
    ["the person", balanced, "You can switch it on on the Memory page."],
    [
      "the administrator",
      `${balanced}\n\nSwitched off for this answer: memory. Say so once.`,
      "Admin → Settings",
    ],
    [
      "a temporary chat",
      `${balanced}\n\n<temporary>\nNothing is kept.\n</temporary>`,
      "This chat is temporary",
    ],
  ])("is refused where memory is switched off by %s", async (_who, system, part) => {
    const { text, calls } = await askGuide("Remember that I like tea", { system, tools: ["web_search"] });
    expect(calls).toEqual([]);
    expect(text).toContain(part);
  });
});

describe("a picture", () => {
  it.each([
    ["Draw a red fox", "a red fox"],
    ["画一只红狐狸", "一只红狐狸"],
  ])("is drawn where that is offered: %s", async (said, description) => {
    const { calls } = await askGuide(said);
    expect(calls).toEqual([{ tool: "image_generate", input: { description } }]);
  });

  it("is not promised where none came", async () => {
    const done = [
      { tool: "image_generate", input: {}, output: "ERROR(unavailable): No image model is configured." },
    ];
    expect((await askGuide("Draw a red fox", { done })).text).toBe(
      "Making the picture failed: No image model is configured.",
    );
  });
});
