import { describe, expect, it } from "vitest";
import { askGuide } from "./ask-guide";

const calls: [said: string, tool: string, input: Record<string, unknown>][] = [
  ["what's the time?", "get_current_time", {}],
  [
    "What time is it in Paris and New York?",
    "get_current_time",
    { timezone: "Europe/Paris", compare: ["America/New_York"] },
  ],
  [
    "What is the time difference between London and Beijing?",
    "get_current_time",
    { timezone: "Europe/London", compare: ["Asia/Shanghai"] },
  ],
  ["What date is 3 weeks from now?", "get_current_time", { offset: "3 weeks from now" }],
  ["which day is 5 business days from today", "get_current_time", { offset: "5 business days from now" }],
  ["what time is it in Atlantis?", "get_current_time", { timezone: "Atlantis" }],
  ["东京现在几点了", "get_current_time", { timezone: "Asia/Tokyo" }],
  ["三天后是星期几", "get_current_time", { offset: "3 days from now" }],
  ["5个工作日后是几号？", "get_current_time", { offset: "5 business days from now" }],
  ["how much is 15 percent of 80?", "calculate", { expression: "15 % of 80" }],
  ["What's the square root of 144?", "calculate", { expression: "sqrt(144)" }],
  ["How many feet are in 3 miles?", "calculate", { expression: "3 mile to foot" }],
  ["100 fahrenheit in celsius", "calculate", { expression: "100 degF to degC" }],
  ["seven times eight", "calculate", { expression: "7 * 8" }],
  [
    "how many days until 25 December 2026",
    "calculate",
    { expression: "days between 2026-11-20 and 2026-12-25" },
  ],
  ["240的15%是多少", "calculate", { expression: "15% of 240" }],
  ["5公里等于多少英里", "calculate", { expression: "5 km to mile" }],
  ["算一下36乘以25。", "calculate", { expression: "36 * 25" }],
  ["一百二十三加四百五十六", "calculate", { expression: "123 + 456" }],
  [
    "please remember my birthday is 3 May",
    "memory_save",
    { facts: [{ content: "My birthday is 3 May", category: "profile", tier: "core" }] },
  ],
  [
    "don't forget that I like jazz",
    "memory_save",
    { facts: [{ content: "I like jazz", category: "preference", tier: "important" }] },
  ],
  [
    "Hi, my name is Bob Smith",
    "memory_save",
    { facts: [{ content: "My name is Bob Smith", category: "profile", tier: "core" }] },
  ],
  ["我叫小明", "memory_save", { facts: [{ content: "我叫小明", category: "profile", tier: "core" }] }],
  [
    "请记住我对花生过敏",
    "memory_save",
    { facts: [{ content: "我对花生过敏", category: "profile", tier: "core" }] },
  ],
  ["what's my name?", "memory_retrieve", {}],
  ["What do you know about me?", "memory_retrieve", {}],
  ["你记得我什么？", "memory_retrieve", {}],
  ["我喜欢什么音乐？", "memory_retrieve", {}],
  ["can you draw me a logo with a compass", "image_generate", { description: "a logo with a compass" }],
  ["帮我画一张西湖日落的图", "image_generate", { description: "西湖日落" }],
  [
    "summarise https://example.org/a.html",
    "web_fetch",
    { urls: ["https://example.org/a.html"], query: "summarise" },
  ],
  ["When did World War II end?", "web_search", { query: "World War II end" }],
  ["Who won the 1998 World Cup?", "web_search", { query: "World Cup won 1998" }],
  ["what is the time complexity of quicksort?", "web_search", { query: "time complexity quicksort" }],
  ["do you remember when the war ended?", "web_search", { query: "war ended" }],
  ["who painted the Mona Lisa?", "web_search", { query: "Mona Lisa painted" }],
  ["长城什么时间修建的？", "web_search", { query: "长城 修建" }],
  ["画蛇添足是什么意思", "web_search", { query: "画蛇添足 意思" }],
];

const directs: [said: string, part: string][] = [
  ["Hello!", "I am the offline guide, a set of rules and no language model"],
  ["Thanks a lot!", "You are welcome"],
  ["Who are you?", "no language model"],
  ["Write a poem about the sea", "need a language model"],
  ["write python code to sort a list", "Admin → Models"],
  ["I had a bad day", "no language model"],
  ["Forget that I live in Oslo", "Open Memory in the sidebar"],
  ["please delete my name from your memory", "Open Memory in the sidebar"],
  ["Clear everything you know about me", "Open Memory in the sidebar"],
  ["忘掉我住在上海", "请打开侧边栏的“记忆”页面"],
  ["请把我的生日忘了", "请打开侧边栏的“记忆”页面"],
  ["把我的生日从记忆里删掉", "请打开侧边栏的“记忆”页面"],
  ["你好", "不是语言模型"],
  ["写一首关于春天的诗", "管理 → 模型"],
  ["用英语怎么说谢谢", "翻译需要语言模型"],
];

describe("what a message asks for", () => {
  it.each(calls)("%s → %s", async (said, tool, input) => {
    const asked = await askGuide(said);
    expect(asked.calls).toEqual([{ tool, input }]);
  });

  it.each(directs)("%s is answered without a tool", async (said, part) => {
    const asked = await askGuide(said);
    expect(asked.calls).toEqual([]);
    expect(asked.text).toContain(part);
  });
});

describe("what a tool's answer becomes", () => {
  it("tells the shifted date first, and the zones that were compared below", async () => {
    const done = [
      {
        tool: "get_current_time",
        input: { offset: "3 days from now" },
        output:
          "Friday, 20 November 2026, 14:05 (UTC)\n3 days from now: Monday, 23 November 2026, 14:05 (UTC)",
      },
    ];
    const { text } = await askGuide("What date is it in 3 days?", { done });
    expect(text).toBe(
      "3 days from now: Monday, 23 November 2026, 14:05 (UTC).\n\nIt is now Friday, 20 November 2026, 14:05 (UTC).",
    );
  });

  it("picks the remembered fact that was asked for", async () => {
    const done = [
      {
        tool: "memory_retrieve",
        input: {},
        output: "- My name is Anna (profile, core)\n- I like jazz (preference, important)",
      },
    ];
    const { text } = await askGuide("What's my name?", { done });
    expect(text).toBe("This is what I remember:\n\n- My name is Anna");
  });

  it("says so when nothing is remembered", async () => {
    const { text } = await askGuide("你记得我什么？", {
      done: [{ tool: "memory_retrieve", input: {}, output: "Nothing is remembered yet." }],
    });
    expect(text).toContain("目前还没有记住关于你的任何事");
  });

  it("says what was saved and what was not", async () => {
    const done = [
      {
        tool: "memory_save",
        input: {
          facts: [
            {
              content: "I like jazz",
              category: "preference",
              tier: "important",
              confidence: 0.8,
              keywords: [],
            },
          ],
        },
        output: "Not saved: I like jazz: already known",
      },
    ];
    const { text } = await askGuide("Remember that I like jazz", { done });
    expect(text).toBe("I know that already: I like jazz");
  });
});
