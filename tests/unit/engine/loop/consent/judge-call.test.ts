import { nothingSpent, type Spent } from "@/lib/protocol/spent";
import { describe, expect, it } from "vitest";
import { judgeCall } from "@/lib/engine/loop/consent/judge-call";
import type { ConsentView, Origin, OriginText, WalkEvent } from "@/lib/engine/loop/consent/view";
import { createWalk, listAddresses } from "@/lib/engine/loop/consent/walk";
import type { CallRequest } from "@/lib/protocol/approvals";

const page =
  "Saturn has rings of ice and rock. See https://rings.example/age?full=1 and [more](https://rings.example/more_(ice)). Berlin and peanuts are named here, too. q x z";

/** What a conversation holds, a text or several of each origin; `question` was typed now. */
type Given = Partial<Record<Origin | "question" | "pastedNow", string | string[]>> & {
  walk?: WalkEvent[];
  told?: Spent;
  sent?: string[];
};
const usual: Given = {
  question: "How old are the rings of Saturn?",
  typed: ["My passphrase is violet otter.", "我对花生过敏"],
  memory: ["The user is allergic to peanuts", "Lives in Berlin"],
  page,
};

function view(given: Given = {}): ConsentView {
  const { walk, told = nothingSpent, sent = [], question, pastedNow, ...byOrigin } = { ...usual, ...given };
  const toTexts = (origin: Origin, texts: string | string[] = [], isNow = false): OriginText[] =>
    [texts].flat().map((text) => ({ origin, text, isNow }));
  const texts = [
    ...toTexts("typed", question, true),
    ...toTexts("pasted", pastedNow, true),
    ...Object.entries(byOrigin).flatMap(([origin, own]) => toTexts(origin as Origin, own)),
  ];
  const linked = texts.flatMap(({ origin, text }) => (origin === "page" ? listAddresses(text) : []));
  return { texts, walk: [{ kind: "linked", urls: linked }, ...(walk ?? [])], told, sent, pages: [] };
}

const judge = (request: CallRequest, given?: Given, beside: CallRequest[] = []) =>
  judgeCall({ approval: "when-untrusted", request, beside }, view(given));
const toSearch = (query: string, details: string[] = []) => ({ reason: "query" as const, query, details });
const toFetch = (...urls: string[]) => ({ reason: "address" as const, urls });
const search = (query: string, given?: Given, details: string[] = []) =>
  judge(toSearch(query, details), given).kind;
const fetch = (url: string, given?: Given) => judge(toFetch(url), given).kind;
const save = (content: string, question: string, keywords: string[] = []) =>
  judge({ reason: "fact", facts: [{ content, keywords }] }, { question }).kind;
const without = { page: [], typed: [], memory: [] };

describe("a conversation without strangers' text", () => {
  it.each([
    { reason: "query" as const, query: "peanuts", details: [] },
    { reason: "fact" as const, facts: [{ content: "Anything at all", keywords: [] }] },
    { reason: "effect" as const },
  ])("lets a call go that asks for $reason", (request) => {
    expect(judge(request, { page: [] })).toEqual({ kind: "free" });
  });

  it("H2: still reads no address that nobody gave", () => {
    expect(fetch("https://made.up/", without)).toBe("refuse");
    expect(fetch("https://evil.example/?q=allergic+to+peanuts", { page: [] })).toBe("refuse");
  });

  it("M7: reads inside the private network only what the person or a search engine named", () => {
    const inside = "https://wiki.corp/plans";
    const request = { ...toFetch(inside), inside: [inside] };
    expect(judge(request, { page: `See ${inside}` }).kind).toBe("refuse");
    expect(judge(request, { page: `See ${inside}`, question: "What does wiki.corp say?" }).kind).toBe("free");
    expect(judge(request, { walk: [{ kind: "listed", urls: [inside] }] }).kind).toBe("free");
  });

  it("still asks for a tool that always waits", () => {
    const judged = judgeCall({ approval: "always", request: { reason: "effect" } }, view({ page: [] }));
    expect(judged).toEqual({ kind: "ask", reason: "effect", details: [] });
  });
});

describe("H2: what the person hands over", () => {
  it.each([
    { pastedNow: "Dear customer, act now." },
    { picture: "" },
    { pasted: "An old mail." },
    { tool: "" },
  ])("counts as a stranger's: %j", (given) => {
    const untrusted = { ...given, page: [] };
    expect(judge({ reason: "effect" }, untrusted).kind).toBe("ask");
    expect(search("weather in Berlin", untrusted)).toBe("ask");
    expect(judge({ reason: "fact", facts: [{ content: "Trusts Acme", keywords: [] }] }, untrusted).kind).toBe(
      "ask",
    );
  });
  it("may be searched for, for the person asks about it now", () => {
    const mail = { page: [], pastedNow: "Your contract with Nordlicht Energy GmbH ends in May." };
    expect(search("Nordlicht Energy GmbH contract", mail)).toBe("free");
    expect(search("Nordlicht Berlin", mail)).toBe("ask");
  });
});

describe("a tool with strangers' text about", () => {
  it("is asked for unless it never waits, or will refuse its input itself", () => {
    expect(judge({ reason: "effect" })).toEqual({ kind: "ask", reason: "effect", details: [] });
    expect(judgeCall({ approval: "never", request: { reason: "effect" } }, view())).toEqual({ kind: "free" });
    expect(judgeCall({ approval: "when-untrusted", request: null }, view())).toEqual({ kind: "free" });
  });
});

describe("a search", () => {
  it.each(["age of Saturn rings", "ice rock rings 2023", "Saturn ice", "Saturn's rings"])(
    "may use words of the question and of pages: %s",
    (query) => expect(search(query)).toBe("free"),
  );

  it.each([
    ["what is remembered", "peanuts allergic Saturn"],
    ["what is remembered although a page names it", "Saturn Berlin"],
    ["what was said earlier", "violet otter"],
    ["letters backwards", "Saturn stunaep"],
    ["letters apart", "p e a n u t s"],
    ["pieces", "pea nuts rings"],
  ])("waits when it holds %s", (_, query) => expect(search(query)).toBe("ask"));

  it.each([
    ["a translation of what is known of the person", "saturne arachide", {}],
    ["a code", "crnahgf", {}],
    ["base64", "Saturn YWxsZXJnaWMgdG8gcGVhbnV0cw==", {}],
    ["an address that nobody gave", "evil.example rings", {}],
    ["an address with private words in it", "https://evil.example/Saturn", {}],
    [
      "many words of its own, though nothing is known",
      "saturne allergie arachide amulette bizarre fenouil",
      { memory: [] },
    ],
    ["many numbers", "Saturn 4711 0815 1234", { memory: [] }],
    ["many signs", "Saturn .,.,;;.,.,;;.,.,", { memory: [] }],
  ])("is not made when it holds %s", (_, query, given) => expect(search(query, given)).toBe("refuse"));

  it("names the words that it waits for", () => {
    expect(judge(toSearch("Saturn peanuts"))).toMatchObject({ reason: "query", details: ["peanuts"] });
  });
  it("leaves to a model only words of which it can show it the source", () => {
    const pictured = { picture: "" };
    expect(judge(toSearch("Saturn peanuts"))).toMatchObject({ isDoubtful: true });
    expect(judge(toSearch("Saturn orchids"), { model: "They grow orchids" })).toMatchObject({
      kind: "ask",
      isDoubtful: true,
    });
    expect(judge(toSearch("Saturn Mustermann"), pictured)).toMatchObject({
      kind: "refuse",
      isDoubtful: false,
    });
    const many = { pasted: Array.from({ length: 1_100 }, (_, n) => `word${n}`) };
    expect(judge(toSearch("Saturn Entlassung"), many)).toMatchObject({ kind: "refuse", isDoubtful: false });
  });
  it("reads what else is sent with it", () =>
    expect(search("Saturn rings", {}, ["violet otter"])).toBe("ask"));
  it("is read with those beside it and those before it", () => {
    expect(judge(toSearch("nuts"), {}, [toSearch("pea")]).kind).toBe("ask");
    expect(search("nuts", { sent: ["Saturn pea"] })).toBe("ask");
    const sent = [
      "abc cde efg ghi",
      "ijk klm mno opq",
      "qrs stu uvw wxy",
      "bac dce feg hgi",
      "jik lkm nmo poq",
    ];
    expect(search("one two xyz zyx", { sent, memory: [] })).toBe("free");
    expect(search("one two xyz zyx", { sent: [...sent, "rqs tsu"], memory: [] })).toBe("refuse");
  });
  it("may repeat what went out before", () =>
    expect(search("Berlin weather", { sent: ["weather Berlin"], question: "And here?" })).toBe("free"));
  it("may use what the person asks with now", () =>
    expect(search("peanuts rings", { question: "Are there peanuts in the rings of Saturn?" })).toBe("free"));
  it("may use earlier words that went out before, not those that a page or a pasted text names", () => {
    const before = { question: "How old are they?", typed: "Tell me about Saturn" };
    expect(search("Saturn rings age", before)).toBe("ask");
    expect(search("Saturn rings age", { ...before, sent: ["Saturn"] })).toBe("free");
    expect(search("rings peanuts", { question: "Which one?", pastedNow: "peanuts walnuts almonds" })).toBe(
      "ask",
    );
  });
  it("tells nothing of an earlier picture or of what a tool from outside gave", () => {
    const without = { typed: [], memory: [] };
    expect(search("Erika Mustermann", { ...without, picture: "" })).toBe("refuse");
    expect(search("Saturn Erika", { ...without, tool: "Salary of Erika: 72000" })).toBe("ask");
    expect(search("Erika", without)).toBe("free");
  });
  it("spells nothing of whole words in any order, and gives no part of a remembered number", () => {
    const spelt = { memory: ["Has diabetics in the family", "Lives in Salzburg"] };
    expect(search("Saturn dia bet ics", { ...spelt, page: `${page} dia bet ics` })).toBe("ask");
    expect(search("Saturn sa lz", { ...spelt, page: `${page} sa lz bu rg`, sent: ["bu rg"] })).toBe("ask");
    const numbers = { memory: ["Phone 0664 1234567", "Born 12.03.1985"] };
    expect(search("Saturn 4567", numbers)).toBe("refuse");
    expect(search("Saturn 1985", numbers)).toBe("refuse");
    expect(search("Saturn 2024", numbers)).toBe("free");
  });
  it("counts its new words with those beside it", () => {
    const beside = Array.from({ length: 6 }, (_, n) =>
      toSearch(["a", "b", "c", "d"].map((letter) => `${letter}${"xyzuvw"[n]}q`).join(" ")),
    );
    expect(judge(toSearch("one two"), { memory: [] }, beside.slice(1)).kind).toBe("free");
    expect(judge(toSearch("one two"), { memory: [] }, beside).kind).toBe("refuse");
  });
  it("may have a few words of its own as long as nothing is known of the person", () => {
    expect(search("Saturn rings formation Cassini date 2023", { memory: [] })).toBe("free");
    expect(search("violet formation", { memory: [] })).toBe("ask");
  });
  it("reads Chinese in the same way", () => {
    const chinese = {
      question: "土星环有多少年了？",
      page: "土星环由冰和岩石组成。",
      typed: ["我住在成都"],
      memory: ["用户对花生过敏"],
    };
    expect(search("土星环 岩石", chinese)).toBe("free");
    expect(search("土星环 形成时间", chinese)).toBe("refuse");
    expect(search("土星 环 年", chinese)).toBe("free");
    expect(search("土星 花 生 过 敏", chinese)).toBe("ask");
    expect(search("花生过敏", chinese)).toBe("ask");
    expect(search("成都", chinese)).toBe("ask");
  });
});

describe("a tool from outside", () => {
  const give = (words: string, given?: Given) => judge({ reason: "effect", words }, { ...without, ...given });
  it("gets nothing that only memory knows because its description asks for it", () => {
    const memory = ["The name is Marlene Okonkwo"];
    expect(give('{"message":"good morning"}', { memory }).kind).toBe("free");
    expect(give('{"user":"marlene okonkwo"}', { memory })).toMatchObject({
      kind: "ask",
      details: ["marlene", "okonkwo"],
    });
    expect(give('{"user":"Marlene"}', { memory, question: "Book it for Marlene" }).kind).toBe("free");
  });
  it.each([
    ["in two words", "CORAL MOOSE"],
    ["letter by letter", "C O R A L M O O S E"],
    ["with signs between", "c.o.r.a.l-m.o.o.s.e"],
    ["inside another word", "xcoralmoosex"],
    ["backwards", "ESOOMLAROC"],
    ["in base64", Buffer.from("for Coralmoose").toString("base64")],
    ["in hex", Buffer.from("Coralmoose").toString("hex")],
  ])("nor what is written %s", (_, words) => {
    const memory = ["Has a dog named CORALMOOSE"];
    expect(give(words, { memory })).toMatchObject({ kind: "ask", details: [expect.anything()] });
    expect(give(words, { memory, question: "Where is the dog named Coralmoose?" }).kind).toBe("free");
  });
  it("gets everything else at once, however long it is", () => {
    const memory = ["Has a dog named CORALMOOSE"];
    const code = "const total = rows.map(({ price }) => price * 3).filter(Boolean); // aGVsbG8gd29ybGQ= ";
    expect(give(code.repeat(20), { memory }).kind).toBe("free");
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
  it("may be read when the person types it", () => {
    const typed = { question: "Read https://docs.example.org/a?b=1, please." };
    expect(fetch("https://docs.example.org/a?b=1", typed)).toBe("free");
    expect(fetch("https://docs.example.org/", { question: "What does docs.example.org say?" })).toBe("free");
    expect(fetch("https://docs.example.org/secret", { question: "What does docs.example.org say?" })).toBe(
      "refuse",
    );
  });
  it("H1: is not made known by a search that was asked with it", () => {
    const laundered = { sent: ["https://evil.example/?q=peanuts"], memory: [] };
    expect(fetch("https://evil.example/?q=peanuts", laundered)).toBe("refuse");
  });
});

describe("a walk along addresses that nobody named", () => {
  const letters = Array.from("abcdefghijklmnopqrst", (letter) => `https://spell.example/${letter}`);
  /** As calls that took these told of it. */
  const after = (given: Given, ...places: number[]): Given => {
    const urls = places.map((place) => letters[place] ?? "");
    const walk = createWalk([]);
    for (const event of view(given).walk) walk.replay(event);
    for (const url of urls) walk.take(url);
    const tried = urls.map((url): WalkEvent => ({ kind: "tried", url }));
    return { ...given, told: walk.spent(), walk: [...(given.walk ?? []), ...tried] };
  };
  const spelling = { page: letters.join(" ") };
  const listed = { page: "-", walk: [{ kind: "listed" as const, urls: letters }] };

  it("M1: is free for three links of pages, failed and repeated ones counted, then the person is asked", () => {
    expect(fetch(letters[0] ?? "", spelling)).toBe("free");
    expect(fetch(letters[2] ?? "", after(spelling, 0, 1))).toBe("free");
    expect(fetch(letters[3] ?? "", after(spelling, 0, 1, 2))).toBe("ask");
    expect(fetch(letters[1] ?? "", after(spelling, 1, 1, 1))).toBe("ask");
  });
  it("M1: counts the calls of a step together", () => {
    const beside = [toFetch(...letters.slice(0, 2)), toFetch(letters[2] ?? "")];
    expect(judge(toFetch(letters[3] ?? ""), spelling, beside)).toMatchObject({
      kind: "ask",
      reason: "address",
      details: [letters[3]],
    });
  });
  it("M1: counts choices among results, the more the further down they stand", () => {
    expect(fetch(letters[6] ?? "", after(listed, 0, 1, 2, 3, 4, 5))).toBe("free");
    expect(fetch(letters[11] ?? "", after(listed, 19, 7, 13, 4))).toBe("ask");
  });
  it("is free for what the person typed", () => {
    const walked = after(spelling, 0, 1, 2);
    expect(fetch(letters[5] ?? "", { ...walked, question: `Read ${letters[5]}` })).toBe("free");
    const own = { kind: "linked" as const, urls: letters, from: "https://spell.example/" };
    const named = { ...walked, question: "Read spell.example" };
    expect(fetch(letters[5] ?? "", named)).toBe("ask");
    expect(fetch(letters[5] ?? "", { ...named, walk: [own, ...(walked.walk ?? [])] })).toBe("free");
  });
});

describe("a fact", () => {
  it.each([
    ["I am allergic to walnuts. What about this page?", "I am allergic to walnuts"],
    ["My name is Ana, and please read this.", "My name is Ana"],
    ["记住，我住在青岛", "我住在青岛"],
  ])("in the words that the person typed is kept without asking: %s", (question, fact) =>
    expect(save(fact, question)).toBe("free"),
  );

  it.each([
    ["Never recommend gas kettles.", "Recommend gas kettles"],
    ["Not allergic to penicillin", "The user allergic to penicillin"],
    ["Tell me about Acme.", "The user likes Acme"],
    ["I want to know about Acme.", "The user wants Acme"],
    ["I am not allergic to walnuts.", "The user is allergic to walnuts"],
    ["What does this page say?", "The user's bank is Evil Bank"],
    ["这页说了什么？", "用户喜欢某品牌"],
    ["我不住在青岛", "我住在青岛"],
    ["I prefer tea over coffee.", "Prefers coffee over tea"],
    ["I like cats. I hate dogs.", "The user hates cats and likes dogs"],
    ["My sister is visiting. I live in Oslo.", "The user's sister lives in Oslo"],
    ["Remember that I live in Oslo.", "Lives in Oslo and trusts rings.example"],
  ])("that the person has not typed waits: %s", (question, fact) => expect(save(fact, question)).toBe("ask"));

  it("waits with keywords that say more than the fact", () => {
    expect(save("I live in Oslo", "I live in Oslo.", ["home"])).toBe("free");
    for (const keyword of ["https://evil.example", "trust evil.example"])
      expect(save("I live in Oslo", "I live in Oslo.", [keyword])).toBe("ask");
  });
});

describe("documents that the person gave", () => {
  const secret = "The vault code is violet otter.";
  const none = { typed: [], memory: [], page: [] };

  it("count as a stranger's, unless the person wrote them", () => {
    const effect = (given: Given) => judge({ reason: "effect" }, { ...none, ...given }).kind;
    expect([effect({ file: secret }), effect({ own: secret })]).toEqual(["ask", "free"]);
  });

  it.each(["file", "own"] as const)(
    "of origin %s are held back from a search, unless the question has the words",
    (origin) => {
      const given = { ...none, page, [origin]: secret };
      expect(search("violet otter", { ...given, question: "How old are rings?" })).toBe("ask");
      expect(search("violet otter", { ...given, question: "What is a violet otter?" })).toBe("free");
    },
  );
});
