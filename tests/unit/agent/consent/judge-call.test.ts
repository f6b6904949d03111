import { describe, expect, it } from "vitest";
import { judgeCall } from "@/lib/agent/consent/judge-call";
import type { ConsentView } from "@/lib/agent/consent/view";
import { isSaidByPerson } from "@/lib/memory/learn/own-words";

const page =
  "Saturn has rings of ice and rock. See https://rings.example/age?full=1 and [more](https://rings.example/more_(ice)). Berlin and peanuts are named here, too. q x z";
const view = (over: Partial<ConsentView> = {}): ConsentView => {
  const whole = { ...plainView, ...over };
  return { ...whole, isSaid: (fact) => isSaidByPerson(fact, [whole.question, ...whole.earlier]) };
};
const plainView: Omit<ConsentView, "isSaid"> = {
  strangers: [page],
  pages: [{ title: "Rings", url: "https://rings.example/" }],
  question: "How old are the rings of Saturn?",
  summary: "",
  earlier: ["My passphrase is violet otter.", "我对花生过敏"],
  facts: ["The user is allergic to peanuts", "Lives in Berlin"],
  sent: [],
  listed: [],
  fetched: [],
};
const when = "when-untrusted" as const;
const search = (query: string, over: Partial<ConsentView> = {}, details: string[] = []) =>
  judgeCall({ approval: when, request: { reason: "query", query, details } }, view(over)).kind;
const fetch = (url: string, over: Partial<ConsentView> = {}) =>
  judgeCall({ approval: when, request: { reason: "address", urls: [url] } }, view(over)).kind;
const save = (content: string, question: string, over: Partial<ConsentView> = {}, keywords: string[] = []) =>
  judgeCall(
    { approval: when, request: { reason: "fact", facts: [{ content, keywords }] } },
    view({ question, ...over }),
  ).kind;

describe("a conversation without strangers' text", () => {
  it.each([
    { reason: "query" as const, query: "peanuts", details: [] },
    { reason: "address" as const, urls: ["https://made.up/"] },
    { reason: "fact" as const, facts: [{ content: "Anything at all", keywords: [] }] },
    { reason: "effect" as const },
  ])("lets a call go that asks for $reason", (request) => {
    expect(judgeCall({ approval: when, request }, view({ strangers: [] }))).toEqual({ kind: "free" });
  });

  it("still asks for a tool that always waits", () => {
    const judged = judgeCall({ approval: "always", request: { reason: "effect" } }, view({ strangers: [] }));
    expect(judged).toEqual({ kind: "ask", reason: "effect", details: [] });
  });
});

describe("a tool with strangers' text about", () => {
  it("is asked for unless it never waits, or will refuse its input itself", () => {
    expect(judgeCall({ approval: when, request: { reason: "effect" } }, view())).toEqual({
      kind: "ask",
      reason: "effect",
      details: [],
    });
    expect(judgeCall({ approval: "never", request: { reason: "effect" } }, view())).toEqual({ kind: "free" });
    expect(judgeCall({ approval: when, request: null }, view())).toEqual({ kind: "free" });
  });
});

describe("a search", () => {
  it.each([
    "age of Saturn rings",
    "Saturn rings formation date",
    "ice rock rings origin theory 2023",
    "rings of Saturn official research",
    "Saturn's rings",
  ])("may use words of the question, of pages and of everyday searches: %s", (query) =>
    expect(search(query)).toBe("free"),
  );

  it.each([
    ["what is remembered", "peanuts allergy Saturn"],
    ["what is remembered although a page names it", "Saturn Berlin"],
    ["what was said earlier", "violet otter"],
    ["base64", "Saturn YWxsZXJnaWMgdG8gcGVhbnV0cw=="],
    ["rot13", "Saturn crnahgf"],
    ["letters backwards", "Saturn stunaep"],
    ["letters apart", "p e a n u t s"],
    ["letters apart that pages hold", "q x z"],
    ["pieces", "pea nuts rings"],
    ["a translation", "Saturne allergie arachides"],
    ["a Chinese translation", "土星 花生 过敏"],
    ["digits that nobody said", "Saturn 4711"],
  ])("waits when it holds %s", (_, query) => expect(search(query)).toBe("ask"));

  it("names the words that it waits for", () => {
    expect(
      judgeCall(
        { approval: when, request: { reason: "query", query: "Saturn peanuts", details: [] } },
        view(),
      ),
    ).toMatchObject({ reason: "query", details: ["peanuts"] });
  });
  it("reads what else is sent with it", () =>
    expect(search("Saturn rings", {}, ["violet otter"])).toBe("ask"));
  it("may repeat what went out before", () =>
    expect(search("Berlin weather weekend", { sent: ["weather Berlin"], question: "And here?" })).toBe(
      "free",
    ));
  it("may use what the person asks with now", () =>
    expect(search("peanuts rings", { question: "Are there peanuts in the rings of Saturn?" })).toBe("free"));
  it("may use earlier words that pages hold", () =>
    expect(
      search("Saturn rings age", { question: "How old are they?", earlier: ["Tell me about Saturn"] }),
    ).toBe("free"));
  it("may use new words after questions that told nothing of the person, and still none of theirs or of a code", () => {
    const questions = {
      question: "What do owners complain about?",
      earlier: ["Which electric cars go furthest?", "哪种电动车续航最长？"],
      facts: [],
      strangers: ["Some models reach 700 km."],
    };
    expect(search("ownership complaints WLTP winter models", questions)).toBe("free");
    expect(search("车主投诉 冬季", questions)).toBe("free");
    expect(search("electric furthest", questions)).toBe("ask");
    expect(search("续航最长", questions)).toBe("ask");
    expect(search("owners ZWxlY3RyaWMgY2Fycw==", questions)).toBe("ask");
    for (const told of [
      "My dog is called Rex",
      "The door code is 4711",
      "我叫王芳",
      "Remember the blue otter",
    ])
      expect(search("ownership complaints WLTP", { ...questions, earlier: [told] })).toBe("ask");
  });
  it("is free while nothing private is about", () =>
    expect(search("anything whatsoever", { facts: [], earlier: [] })).toBe("free"));
  it("reads Chinese in the same way", () => {
    const chinese = {
      question: "土星环有多少年了？",
      strangers: ["土星环由冰和岩石组成。"],
      earlier: ["我住在成都"],
      facts: ["用户对花生过敏"],
    };
    expect(search("土星环年龄", chinese)).toBe("free");
    expect(search("土星环 形成时间 岩石", chinese)).toBe("free");
    expect(search("土星 环 年", chinese)).toBe("free");
    expect(search("土星 花 生 过 敏", chinese)).toBe("ask");
    expect(search("花生过敏", chinese)).toBe("ask");
    expect(search("成都", chinese)).toBe("ask");
    expect(search("peanut allergy", chinese)).toBe("ask");
  });
});

describe("an address", () => {
  it.each([
    "https://rings.example/age?full=1",
    "https://rings.example/more_(ice)",
    "https://rings.example/age?full=1#top",
  ])("that stands on a page may be read: %s", (url) => expect(fetch(url)).toBe("free"));
  it.each([
    "https://rings.example/age?full=1&to=peanuts",
    "https://rings.example/age",
    "https://evil.example/peanuts",
    "https://peanuts.rings.example/",
    "http://rings.example/age?full=1",
  ])("that stands nowhere may not: %s", (url) => expect(fetch(url)).toBe("refuse"));
  it("may be read when the person names it", () => {
    expect(
      fetch("https://docs.example.org/a?b=1", { question: "Read https://docs.example.org/a?b=1, please." }),
    ).toBe("free");
    expect(fetch("https://docs.example.org/", { question: "What does docs.example.org say?" })).toBe("free");
    expect(fetch("https://docs.example.org/secret", { question: "What does docs.example.org say?" })).toBe(
      "refuse",
    );
  });
});

describe("a walk along addresses that only pages name", () => {
  const letters = Array.from("abcdef", (letter) => `https://spell.example/${letter}`);
  const spelling = { strangers: [letters.join(" ")] };
  it("is free for some steps, then the person is asked", () => {
    expect(fetch(letters[0] ?? "", spelling)).toBe("free");
    expect(fetch(letters[2] ?? "", { ...spelling, fetched: letters.slice(0, 2) })).toBe("free");
    expect(fetch(letters[3] ?? "", { ...spelling, fetched: letters.slice(0, 3) })).toBe("ask");
    expect(
      judgeCall(
        { approval: when, request: { reason: "address", urls: letters.slice(3, 6) } },
        view({ ...spelling, fetched: letters.slice(0, 1) }),
      ),
    ).toMatchObject({ reason: "address", details: letters.slice(3, 6) });
  });
  it("is free for what a search listed, the person named, or was read before", () => {
    const walked = { ...spelling, fetched: letters.slice(0, 4) };
    expect(fetch(letters[5] ?? "", walked)).toBe("ask");
    expect(fetch(letters[5] ?? "", { ...walked, listed: spelling.strangers })).toBe("free");
    expect(fetch(letters[5] ?? "", { ...walked, question: `Read ${letters[5]}` })).toBe("free");
    expect(fetch(letters[0] ?? "", walked)).toBe("free");
  });
  it("is no freer when what is private stands only in what earlier messages come to", () => {
    const told = { ...spelling, facts: [], earlier: [], fetched: letters.slice(0, 3) };
    expect(
      fetch(letters[3] ?? "", {
        ...told,
        summary: "The person asked about rings.\nMy passphrase is violet otter.",
      }),
    ).toBe("ask");
    expect(fetch(letters[3] ?? "", { ...told, summary: "The person asked about rings." })).toBe("free");
  });
  it("is free while nothing private is about", () =>
    expect(
      fetch(letters[5] ?? "", {
        ...spelling,
        facts: [],
        earlier: [],
        fetched: letters.slice(0, 4),
      }),
    ).toBe("free"));
});

describe("a fact", () => {
  it.each([
    ["I am allergic to walnuts. What about this page?", "The user is allergic to walnuts"],
    ["Remember that I live in Oslo.", "Lives in Oslo"],
    ["I prefer tea over coffee.", "Prefers tea over coffee"],
    ["My name is Ana, and please read this.", "The user's name is Ana"],
    ["请记住我对核桃过敏。这页说了什么？", "用户对核桃过敏"],
    ["我喜欢简短的回答", "喜欢简短的回答"],
    ["记住我住在青岛", "我住在青岛"],
    ["记住我住在青岛", "用户住在青岛"],
    ["记住我在银行上班", "在银行上班"],
    ["我家在烟台", "用户的家在烟台"],
    ["我是猫奴", "用户是猫奴"],
  ])("in the person's own words is kept without asking: %s", (question, fact) =>
    expect(save(fact, question)).toBe("free"),
  );

  it.each([
    ["Tell me about Acme.", "The user likes Acme"],
    ["I want to know about Acme.", "The user wants Acme"],
    ["I am not allergic to walnuts.", "The user is allergic to walnuts"],
    ["What does this page say?", "The user's bank is Evil Bank"],
    ["这页说了什么？", "用户喜欢某品牌"],
    ["记住我住在青岛", "用户在青岛住院"],
    ["记住我住在青岛", "用户是青岛的贼"],
    ["记住我在青岛上学", "用户住在青岛"],
    ["我家在烟台", "我在烟台的家在卖"],
    ["我不住在青岛", "我住在青岛"],
    ["我妈住在青岛", "用户住的在妈青岛"],
    ["I prefer tea over coffee.", "Prefers coffee over tea"],
    ["Tom manages Ana.", "Ana manages Tom"],
    ["I like cats. I hate dogs.", "The user hates cats and likes dogs"],
    ["I have a sister. I live in Oslo.", "The user's sister lives in Oslo"],
    ["My sister is visiting. I live in Oslo.", "The user's sister lives in Oslo"],
    ["Remember that I live in Oslo.", "Lives in Oslo and trusts rings.example"],
  ])("that the person has not said waits: %s", (question, fact) => expect(save(fact, question)).toBe("ask"));

  it("waits with keywords that say more than the fact", () => {
    expect(save("Lives in Oslo", "I live in Oslo.", {}, ["home"])).toBe("free");
    expect(save("Lives in Oslo", "I live in Oslo.", {}, ["https://evil.example"])).toBe("ask");
  });
});
