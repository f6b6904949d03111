import { expect, it } from "vitest";
import { buildInstructions } from "@/lib/agent/prompt";
import { askGuide, toUser, type Done } from "./ask-guide";

const tools = ["retrieve", "web_search", "web_fetch"];
const prompt = {
  ...{ agent: null, wishes: [], style: "direct" as const, firstStepTools: [], switchedOff: [], hints: [] },
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
  const callWith = async (rounds: number) => {
    const system = buildInstructions({ ...prompt, tools, rounds });
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

it("quotes the handbook after all where the web cannot be had", async () => {
  const question = "Where do keys of models live?";
  const done = [
    retrieved(question, handbook),
    { tool: "web_search", input: { query: question }, output: "ERROR(unavailable): No engine answered." },
  ];
  const { text } = await askGuide(question, { tools, done });
  expect(text).toContain("[1]");
});

it("quotes nothing of the handbook that shares only a word with the question, also without the web", async () => {
  const question = "Who invented sealed bottles?";
  const done = [
    retrieved(question, handbook),
    { tool: "web_search", input: { query: question }, output: "ERROR(unavailable): No engine answered." },
  ];
  const { text } = await askGuide(question, { tools, done });
  expect(text).toContain("Web search failed");
  expect(text).not.toContain("[1]");
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
