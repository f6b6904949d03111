import { learnFacts } from "@/lib/features/memory/learn/learn-facts";
import { toBatches } from "@/lib/features/memory/learn/own-messages";
import { openAskedSmallModel, type AskedSmallModel } from "@/tests/support/asked-small-model";
import { buildFact } from "@/tests/support/facts";
import { afterEach, describe, expect, it } from "vitest";

const opened: AskedSmallModel[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map(({ server }) => server.close()))));

const known = [
  buildFact({ id: "bergen", content: "Lives in Bergen" }),
  buildFact({ id: "dog", content: "Has a dog" }),
];
const toFact = (content: string, quote: string, changes: object = {}) => ({
  content,
  quote,
  category: "profile",
  tier: "important",
  sameAs: null,
  replaces: [],
  ...changes,
});

async function learn(texts: string[], answers: Parameters<typeof openAskedSmallModel>[0]) {
  const model = await openAskedSmallModel(answers);
  opened.push(model);
  const [batch = []] = toBatches(texts.map((text, index) => ({ messageId: `m${index + 1}`, text, at: 0 })));
  const learned = await learnFacts(model.askSmall, batch, known, AbortSignal.timeout(5_000));
  return { ...learned, contents: learned.facts?.map(({ input }) => input.content), model };
}

describe("learnFacts", () => {
  it("learns what a message says, with the message and what it replaces, at its cost", async () => {
    const { facts, costMicroUsd, model } = await learn(
      ["Hello there", "I moved to Oslo in May, by the way."],
      [{ facts: [toFact("Lives in Oslo", "I moved to Oslo", { replaces: ["f1"] })] }],
    );
    expect(facts).toMatchObject([
      {
        messageId: "m2",
        input: { content: "Lives in Oslo", category: "profile", tier: "important" },
        relation: { sameAs: null, replaces: ["bergen"] },
      },
    ]);
    expect(costMicroUsd).toBe(120);
    expect(model.readQuestion()).toContain("[f1] Lives in Bergen");
  });

  it.each([
    ["a quote that nobody said", "I live in Oslo.", toFact("Lives in Oslo", "I moved to Oslo")],
    ["an empty quote", "I live in Oslo.", toFact("Lives in Oslo", " … ")],
    ["a name that the message lacks", "I moved to Oslo.", toFact("Lives in Rome", "I moved to")],
    ["a number that the message lacks", "I have a daughter.", toFact("Has 3 daughters", "I have a daughter")],
    ["a secret", "My password is hunter2.", toFact("Password is hunter2", "My password is hunter2")],
    ["somebody else's words", 'She wrote "I live in Oslo".', toFact("Lives in Oslo", "I live in Oslo")],
    ["pasted code", "Look\n```\nI live in Oslo\n```", toFact("Lives in Oslo", "I live in Oslo")],
    ["nothing", "I live in Oslo.", toFact("—", "I live in Oslo")],
  ])("learns nothing from %s, and keeps the sound rest", async (_name, text, fact) => {
    const { contents } = await learn(
      [text, "I like tea."],
      [{ facts: [fact, toFact("Likes tea", "I like tea")] }],
    );
    expect(contents).toEqual(["Likes tea"]);
  });

  it("keeps the harmless half of a sentence with a secret", async () => {
    const { contents } = await learn(
      ["I like tea and my PIN is 4921."],
      [{ facts: [toFact("Likes tea", "I like tea")] }],
    );
    expect(contents).toEqual(["Likes tea"]);
  });

  it("finds quotes whose blanks, quotation marks, hyphens and case differ", async () => {
    const { contents } = await learn(
      ["Well, I’m a  part–time\nnurse."],
      [{ facts: [toFact("Is a part-time nurse", "i'm a part-time nurse.")] }],
    );
    expect(contents).toEqual(["Is a part-time nurse"]);
  });

  it("lets a fact stand beside the others when it names an id that was not given", async () => {
    const { facts } = await learn(
      ["I live in Oslo."],
      [{ facts: [toFact("Lives in Oslo", "I live in Oslo", { replaces: ["f9", "bergen"] })] }],
    );
    expect(facts?.[0]?.relation).toEqual({ sameAs: null, replaces: [] });
  });

  it("does not believe that one fact ends most others", async () => {
    const replaces = Array.from({ length: 26 }, (_, index) => `f${index + 1}`);
    const model = await openAskedSmallModel([
      { facts: [toFact("Lives in Oslo", "I live in Oslo", { replaces })] },
    ]);
    opened.push(model);
    const { facts } = await learnFacts(
      model.askSmall,
      [{ messageId: "m1", text: "I live in Oslo.", at: 0 }],
      replaces.map((id) => buildFact({ id })),
      AbortSignal.timeout(5_000),
    );
    expect(facts?.[0]?.relation.replaces).toEqual([]);
  });

  it.each([
    ["nonsense", ["I learned that you live in Oslo!"]],
    ["half a list", ['{"facts":[{"content":"Lives in Oslo","quote":"I li']],
    [
      "a tier that does not exist",
      [{ facts: [toFact("Lives in Oslo", "I live in Oslo", { tier: "forever" })] }],
    ],
    ["an error", [{ reply: { status: 400 } }]],
  ])("has no answer when the model gives %s", async (_name, answers) => {
    expect((await learn(["I live in Oslo."], answers)).facts).toBeNull();
  });

  it("takes the second answer when the first was not readable, and counts both", async () => {
    const { contents, costMicroUsd } = await learn(
      ["I live in Oslo."],
      ["Hm.", { facts: [toFact("Lives in Oslo", "I live in Oslo")] }],
    );
    expect([contents, costMicroUsd]).toEqual([["Lives in Oslo"], 240]);
  });

  it("ends when the server closes meanwhile", async () => {
    const model = await openAskedSmallModel([{ facts: [] }]);
    opened.push(model);
    const asked = learnFacts(
      model.askSmall,
      [{ messageId: "m1", text: "I live in Oslo.", at: 0 }],
      [],
      AbortSignal.abort(),
    );
    await expect(asked).rejects.toThrow();
  });
});

describe("toBatches", () => {
  it("leaves out messages without own words, and keeps each question within its room", () => {
    const long = "I like tea with milk very much indeed and so on. ".repeat(60);
    const messages = [long, "```\ncode\n```", long, long, long, long, long, long].map((text, index) => ({
      messageId: `m${index}`,
      text: text.slice(0, 590),
      at: index,
    }));
    const batches = toBatches([...messages, ...messages, ...messages, ...messages]);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat().map(({ messageId }) => messageId)).not.toContain("m1");
  });
});
