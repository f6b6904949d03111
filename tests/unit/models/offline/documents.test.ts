import { describe, expect, it } from "vitest";
import { buildInstructions } from "@/lib/engine/loop/prompt";
import { askGuide, toUser, type Done } from "./ask-guide";

const tools = ["retrieve", "web_search", "web_fetch"];
const prompt = {
  ...{ agent: null, personal: [], style: "direct" as const, firstStepTools: [], switchedOff: [], hints: [] },
  ...{ isTemporary: false, date: "2026-11-20", timezone: "UTC" },
};
const toPage = (title: string, collection: string, text: string) =>
  `<page number="1" passage="p" document="d" title="${title}" collection="${collection}" score="1">\n${text}\n</page>`;
const retrieved = (query: string, output: string): Done => ({ tool: "retrieve", input: { query }, output });
const handbook = toPage("Models", "Handbook", "To add a key, open Admin → Models. Keys are sealed.");

it("looks into the documents before the web", async () => {
  const { calls } = await askGuide("How do I add a key?", { tools });
  expect(calls).toEqual([{ tool: "retrieve", input: { query: "How do I add a key?" } }]);
});

it("looks into documents and the web at once where two rounds are all, so that the second can read", async () => {
  const callWith = async (stepLimit: number) => {
    const system = buildInstructions({ ...prompt, tools, stepLimit });
    const { calls } = await askGuide("Who invented the telephone?", { tools, system });
    return calls.map(({ tool }) => tool);
  };
  expect(await callWith(2)).toEqual(["retrieve", "web_search"]);
  expect(await callWith(3)).toEqual(["retrieve"]);
});

it("answers from the handbook with a quote and its number", async () => {
  const question = "How do I add a key?";
  const { text, calls } = await askGuide(question, { tools, done: [retrieved(question, handbook)] });
  expect(calls).toEqual([]);
  expect(text).toContain("“To add a key, open Admin → Models.” [1]");
});

it("goes on to the web where the handbook has only a word of the question", async () => {
  const question = "What is the capital key of France?";
  const { calls } = await askGuide(question, { tools, done: [retrieved(question, handbook)] });
  expect(calls.map(({ tool }) => tool)).toEqual(["web_search"]);
});

it.each(["Who invented sealed bottles?", "Where do keys of models live?", "What is a key?"])(
  "quotes nothing of the handbook that has not all words of the question, also without the web: %s",
  async (question) => {
    const done = [
      retrieved(question, handbook),
      { tool: "web_search", input: { query: question }, output: "ERROR(unavailable): No engine answered." },
    ];
    const { text, isUnanswered } = await askGuide(question, { tools, done });
    expect(text).toMatch(/^I need a model for that\./u);
    expect(isUnanswered).toBe(true);
  },
);

it("answers a question of one word from the section that is called so", async () => {
  const page = toPage(
    "Using it",
    "Handbook",
    "Using it › Memory\n\nThe memory keeps what you say. Memory costs nothing.",
  );
  const { text } = await askGuide("What is memory?", { tools, done: [retrieved("What is memory?", page)] });
  expect(text).toContain("“The memory keeps what you say.” [1]");
});

it("answers from a person's file with less of the question's words", async () => {
  const question = "How tall is the mast of our boat?";
  const file = toPage("Boat plan", "plan.pdf", "The mast is eleven metres tall.");
  const { text } = await askGuide(question, { tools, done: [retrieved(question, file)] });
  expect(text).toContain("“The mast is eleven metres tall.” [1]");
});

it("answers at once from a file that came with the question, whose name is no part of what is asked", async () => {
  const note =
    "[Note from Sextant, not from the person] Documents that came with the question, whole:\n" +
    '<page number="1" document="d" title="plan" file="plan.pdf">\nThe mast is eleven metres tall.\n</page>';
  const mark = "[A document: plan.pdf. retrieve and lookup read it (d-1).]";
  const asking = { tools, history: [toUser(note)], mark };
  const { text, calls } = await askGuide("How tall is the mast?", asking);
  expect(calls).toEqual([]);
  expect(text).toContain("“The mast is eleven metres tall.” [1]");
});

describe("a file of the conversation", () => {
  const inScope = (...names: string[]) =>
    toUser(
      `[Note from Sextant, not from the person] In scope for retrieve and lookup:\n${names
        .map((name) => `- “${name}” (a file of this conversation; 1 document: csv; 1 passages)`)
        .join("\n")}\n- “Handbook” (on Sextant itself; 9 documents)`,
    );
  const table =
    "| model | price_eur | cop_7c |\n| --- | --- | --- |\n| Alpha 8 | 10900 | 4.6 |\n| Boreal 10 | 11400 | 4.2 |";
  const prices = toPage("prices", "prices.csv", table);

  it("is looked into alone, also where another question brought it", async () => {
    const { calls } = await askGuide("Which model costs 11400?", { tools, history: [inScope("prices.csv")] });
    expect(calls).toEqual([
      { tool: "retrieve", input: { query: "Which model costs 11400?", collection: "prices.csv" } },
    ]);
  });

  it("is searched with the others, of which the handbook's passages do not count", async () => {
    const question = "How do I add a key?";
    const history = [inScope("prices.csv", "manual.pdf")];
    const first = await askGuide(question, { tools, history });
    expect(first.calls).toEqual([{ tool: "retrieve", input: { query: question, topK: 20 } }]);
    const { text, calls } = await askGuide(question, {
      tools,
      history,
      done: [retrieved(question, handbook)],
    });
    expect(calls).toEqual([]);
    expect(text).toBe("I found nothing on that in *prices.csv*, *manual.pdf*.");
  });

  it("gives the row of a table that has a word of the question, below the table's head", async () => {
    const question = "Which model costs 11400?";
    const asking = { tools, history: [inScope("prices.csv")], done: [retrieved(question, prices)] };
    const { text, calls } = await askGuide(question, asking);
    expect(calls).toEqual([]);
    expect(text).toBe(
      "| model | price_eur | cop_7c |\n| --- | --- | --- |\n| Boreal 10 | 11400 | 4.2 |\n\n[1]\n\nSource: *prices*",
    );
  });

  it.each(["What is the average price?", "Who invented the telephone?"])(
    "is no reason to search the web where it does not tell: %s",
    async (question) => {
      const asking = { tools, history: [inScope("prices.csv")], done: [retrieved(question, prices)] };
      const { text, calls, isUnanswered } = await askGuide(question, asking);
      expect([calls, isUnanswered]).toEqual([[], true]);
      expect(text).toBe("I found nothing on that in *prices.csv*.");
    },
  );

  it("is named where it could not be read", async () => {
    const note =
      "[Note from Sextant, not from the person] In scope for retrieve and lookup:\n- “scan.pdf” came with the question, but reading it takes longer. Say so.";
    const { text, calls } = await askGuide("What is the total?", { tools, history: [toUser(note)] });
    expect(calls).toEqual([]);
    expect(text).toBe("I found nothing on that. I could not read *scan.pdf*.");
  });
});
