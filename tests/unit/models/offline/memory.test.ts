import { describe, expect, it } from "vitest";
import { askGuide, balanced, toUser } from "./ask-guide";

const list = (...facts: string[]) => facts.map((fact) => `- ${fact}`).join("\n");
const note = (...facts: string[]) =>
  toUser(
    `[Note from Sextant, not from the person] What the person told you earlier, as far as it may matter now:\n${list(...facts)}`,
  );
const retrieved = (...lines: string[]) => [
  {
    tool: "memory_retrieve",
    input: {},
    output: lines.length === 0 ? "Nothing is remembered yet." : list(...lines),
  },
];

describe("facts in the prompt", () => {
  it("answer without a call, from a note and from the system text alike", async () => {
    const fromNote = await askGuide("Where do I live?", {
      history: [note("I live in Lisbon", "I like jazz")],
    });
    const fromSystem = await askGuide("Where do I live?", {
      system: `${balanced}\n\nWhat the person told you earlier:\n${list("I live in Lisbon", "I like jazz")}`,
    });
    expect([fromNote.calls, fromSystem.calls]).toEqual([[], []]);
    expect(fromNote.text).toBe("This is what I remember:\n\n- I live in Lisbon");
    expect(fromSystem.text).toBe(fromNote.text);
  });

  it.each(["What do I like?", "What do you know about my brother?", "关于我哥哥你知道什么？"])(
    "may be some of several, so that memory is looked into: %s",
    async (question) => {
      const asked = await askGuide(question, {
        history: [note("I like jazz", "My brother Tom is a pilot", "我哥哥是飞行员")],
      });
      expect(asked.calls).toEqual([{ tool: "memory_retrieve", input: {} }]);
    },
  );

  it("that do not answer leave the question to memory", async () => {
    const asked = await askGuide("我住在哪里？", { history: [note("我姐姐住在厦门")] });
    expect(asked.calls).toEqual([{ tool: "memory_retrieve", input: {} }]);
  });
});

const answers: [asked: string, facts: string[], answer: string][] = [
  [
    "What is my cat's name?",
    ["I have a dog called Rex (profile, core)", "I have a cat called Minka (profile, core)"],
    "- I have a cat called Minka",
  ],
  [
    "How old is my daughter?",
    ["My daughter Mia is 7 years old (profile, core, since 2026-03-02)", "I am 41 years old (profile, core)"],
    "- My daughter Mia is 7 years old",
  ],
  [
    "Who is my dentist?",
    ["My dentist is Dr Keller (preference, important)", "My gym is called Iron Yard (preference, important)"],
    "- My dentist is Dr Keller",
  ],
  [
    "What music do I like?",
    ["I like coriander (preference, important)", "I like jazz (preference, important)"],
    "- I like jazz",
  ],
  [
    "What do I hate?",
    ["I like jazz (preference, important)", "I hate coriander (preference, important)"],
    "- I hate coriander",
  ],
  [
    "What does my wife do for a living?",
    ["My wife Joanna is a vet (profile, core)", "I work as a nurse (profile, core)"],
    "- My wife Joanna is a vet",
  ],
  [
    "What are my name and my birthday?",
    [
      "My name is Anna (profile, core)",
      "My birthday is 3 May (profile, core)",
      "I like jazz (preference, important)",
    ],
    "- My name is Anna\n- My birthday is 3 May",
  ],
  [
    "What are my children called?",
    [
      "I have two kids, Ella and Jonas (profile, core)",
      "My wifi network is named Lighthouse (preference, important)",
    ],
    "- I have two kids, Ella and Jonas",
  ],
  [
    "What do I do on Tuesdays?",
    ["I go climbing every Tuesday (preference, important)"],
    "- I go climbing every Tuesday",
  ],
  [
    "How much is my rent?",
    ["My rent is 980 euros now (preference, important)"],
    "- My rent is 980 euros now",
  ],
  [
    "我女儿几岁了？",
    ["我女儿朵朵今年8岁 (profile, core)", "我今年四十岁 (profile, core)"],
    "- 我女儿朵朵今年8岁",
  ],
  [
    "我妻子叫什么？",
    ["我妻子小兰是兽医 (profile, core)", "我叫林晓梅 (profile, core)"],
    "- 我妻子小兰是兽医",
  ],
  [
    "我住在哪里，在哪里上班？",
    ["我住在宁波 (profile, core)", "我在杭州上班 (profile, core)"],
    "- 我住在宁波\n\n我记得：\n\n- 我在杭州上班",
  ],
  [
    "我住在哪里？",
    ["I live in Suzhou (profile, core)", "我喜欢爵士乐 (preference, important)"],
    "- I live in Suzhou",
  ],
];

describe("facts that memory gives", () => {
  it.each(answers)("%s picks what answers", async (question, facts, answer) => {
    const { text } = await askGuide(question, { done: retrieved(...facts) });
    expect(text.replace(/^(?:This is what I remember:|我记得：)\n\n/u, "")).toBe(answer);
  });

  it.each([
    [
      "What is my sister's name?",
      ["My name is Anna (profile, core)"],
      "You have not told me that. I remember one other thing about you",
    ],
    [
      "What is my name?",
      ["My gym is called Iron Yard (preference, important)", "My sister is called Ruth (profile, core)"],
      "You have not told me that. I remember 2 other things",
    ],
    ["Where do I work?", ["I use Python at work (technical, important)"], "You have not told me that."],
    [
      "What is my mother's name?",
      ["My mother-in-law is called Greta (profile, core)"],
      "You have not told me that.",
    ],
    ["我弟弟叫什么？", ["我叫赵东 (profile, core)"], "这一点你没有告诉过我。我还记得关于你的1件事"],
    ["What am I allergic to?", [], "Nothing is remembered about you yet."],
  ])("%s is owned up to, and no other fact is shown", async (question, facts, answer) => {
    const { text } = await askGuide(question, { done: retrieved(...facts) });
    expect(text.startsWith(answer)).toBe(true);
    for (const fact of facts) expect(text).not.toContain(fact.replace(/ \(.*$/u, ""));
  });

  it("answers the part of a question that it knows and says that the rest was not told", async () => {
    const { text } = await askGuide("What are my name and my birthday?", {
      done: retrieved("My name is Anna (profile, core)"),
    });
    expect(text).toBe("This is what I remember:\n\n- My name is Anna\n\nThe rest you have not told me.");
  });

  it("tells everything when it is asked for everything", async () => {
    const { text } = await askGuide("What do you know about me?", {
      done: retrieved("I live in Oslo (profile, core)", "I like jazz (preference, important)"),
    });
    expect(text).toBe("This is what I remember:\n\n- I live in Oslo\n- I like jazz");
  });
});

describe("the times of facts", () => {
  const moved =
    "I moved to Bremen (profile, core, since 2026-10-14; until 2026-02-01: “I live in Kiel”; before: “I live in Hamburg”)";

  it("gives what held before, and as current only what holds now", async () => {
    const before = await askGuide("Where did I live before?", { done: retrieved(moved) });
    const now = await askGuide("Where do I live now?", { done: retrieved(moved) });
    expect(before.text).toBe("Before that you told me:\n\n- I live in Hamburg");
    expect(now.text).toBe("This is what I remember:\n\n- I moved to Bremen");
  });

  it("says that nothing was told of the time before where a fact replaced none", async () => {
    const { text } = await askGuide("我以前住在哪里？", {
      done: retrieved("我住在南京 (profile, core, since 2026-10-14)"),
    });
    expect(text).toContain("没有告诉过我");
  });

  it.each([
    ["What did I tell you last month?", "- I joined a rowing club"],
    ["What did I tell you in March?", "- I drive a Volvo"],
    ["我上个月告诉了你什么？", "- I joined a rowing club"],
    ["我三月告诉过你什么？", "- I drive a Volvo"],
    ["What did I tell you this week?", "- I like tea"],
    ["When did I tell you about the rowing club?", "- I joined a rowing club: you told me on 2026-10-14"],
  ])("%s looks at the days, on 20 November 2026", async (question, answer) => {
    const facts = [
      "I drive a Volvo (preference, important, since 2026-03-02)",
      "I joined a rowing club (preference, important, since 2026-10-14)",
      "I like tea (preference, important, since 2026-11-17)",
    ];
    const { text } = await askGuide(question, { done: retrieved(...facts) });
    expect(text.split("\n\n").slice(1).join("\n\n")).toBe(answer);
  });
});

describe("what is to be remembered", () => {
  it.each([
    ["记住我换工作了，现在在腾讯工作", "我换工作了，现在在腾讯工作", "core"],
    ["Remember that I am vegan and do not eat honey.", "I am vegan and do not eat honey", "important"],
    [
      "Remember that I am currently preparing a talk about tide mills",
      "I am currently preparing a talk about tide mills",
      "context",
    ],
    ["记住我最近在准备关于古桥的演讲", "我最近在准备关于古桥的演讲", "context"],
    ["记住我在杭州上班", "我在杭州上班", "core"],
  ])("%s is kept whole, for as long as it is so", async (said, content, tier) => {
    const { calls } = await askGuide(said);
    expect(calls).toMatchObject([{ tool: "memory_save", input: { facts: [{ content, tier }] } }]);
  });

  it("is kept as two facts, so that each can change, where it is told as two", async () => {
    const { calls } = await askGuide("Remember that I live in Lisbon and that I am busy with a talk");
    expect(calls).toMatchObject([
      {
        input: {
          facts: [
            { content: "I live in Lisbon", tier: "core" },
            { content: "I am busy with a talk", tier: "context" },
          ],
        },
      },
    ]);
  });

  it.each([
    [
      "Saved: I moved to Bremen\nThis takes the place of: I live in Hamburg",
      "I will remember this: I moved to Bremen\n\nIt takes the place of what you told me before: I live in Hamburg",
    ],
    [
      "Not saved: I moved to Bremen: it is known already (“I live in Bremen”)",
      "I know that already: I live in Bremen",
    ],
    [
      "Not saved: (not repeated): it holds a password, and secrets are never kept",
      "I did not save this: it holds a password, and secrets are never kept",
    ],
  ])("is said to be kept as the tool has kept it: %s", async (output, answer) => {
    const { text } = await askGuide("Remember that I moved to Bremen", {
      done: [
        {
          tool: "memory_save",
          input: { facts: [{ content: "I moved to Bremen", category: "profile", tier: "core" }] },
          output,
        },
      ],
    });
    expect(text).toBe(answer);
  });

  it("is told apart from a question that follows it", async () => {
    const { calls } = await askGuide("Remember that I like tea. What is 15% of 240?");
    expect(calls.map(({ tool }) => tool)).toEqual(["memory_save", "calculate"]);
  });
});

describe("without memory", () => {
  const tools = ["web_search", "calculate"];

  it("says who can switch it on", async () => {
    const byPerson = await askGuide("Where do I live?", { tools });
    const bySite = await askGuide("Where do I live?", {
      tools,
      system: `${balanced}\n\nSwitched off by the administrator: memory. If one of them would have helped, you may say so once.`,
    });
    expect(byPerson.text).toContain("switch it on on the Memory page");
    expect(bySite.text).toContain("Admin → Settings");
  });

  it.each([
    "How do I boil my eggs?",
    "Why is my sky blue?",
    "What is our solar system?",
    "我想知道长城有多长",
    "我怎么做红烧肉？",
    "我国的首都是哪里？",
    "Which laptop should I buy?",
  ])("%s is no question about the person", async (question) => {
    const { calls, text } = await askGuide(question, { tools: ["web_search", "memory_retrieve"] });
    expect(calls.map(({ tool }) => tool)).not.toContain("memory_retrieve");
    expect(text).not.toContain("not told me");
  });
});
