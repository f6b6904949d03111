import { describe, expect, it, onTestFinished } from "vitest";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { openProduct, type Product } from "@/tests/support/wire/product";
import type { Answer, ReplyPart } from "@/tests/support/wire/reply";
import { compatible, openai, type Vendor } from "@/tests/support/wire/vendors";

type Case = { name: string; chunks: string[]; text: string; thought: string };

const cases: Case[] = [
  {
    name: "a thought before it",
    chunks: ["<thi", "nk>I add", ".</think>\n", "\nIt is 42."],
    text: "It is 42.",
    thought: "I add.",
  },
  {
    name: "a thought without a beginning",
    chunks: ["I add ", "first.\n", "</think>\n\nIt is 42."],
    text: "It is 42.",
    thought: "I add first.",
  },
  {
    name: "a thought in a thought",
    chunks: ["<think>a<think>b</think>", "c</think>It is 42."],
    text: "It is 42.",
    thought: "a<think>bc",
  },
  {
    name: "Harmony's channels",
    chunks: [
      ..."<|channel|>analysis<|message|>I add.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.",
    ],
    text: "It is 42.",
    thought: "I add.",
  },
  {
    name: "the marks in its code",
    chunks: ["Write `<think>` and `</think>` around it, like\n", "```html\n<think>a</think>\n```\nDone."],
    text: "Write `<think>` and `</think>` around it, like\n```html\n<think>a</think>\n```\nDone.",
    thought: "",
  },
];

function readParts({ parts }: ChatMessage) {
  const join = (type: "text" | "reasoning") =>
    parts
      .map((part) => (part.type === type ? part.text : ""))
      .join("")
      .trim();
  return { text: join("text"), thought: join("reasoning") };
}

/** What the person saw at the end of the stream, by the code that browsers run. */
const toSeen = async (events: unknown[]) => readParts(await reduceMessage(events as ChatChunk[], "a", {}));

const toAnswer = (...chunks: string[]): Answer => ({ parts: [{ type: "text", chunks }] });

/** A product whose model answers with these, one after the other. */
function openWith(vendor: Vendor, answers: Answer[], env: Record<string, string> = {}): Promise<Product> {
  const left = [...answers];
  return openProduct(vendor, () => left.shift() ?? toAnswer("nothing"), onTestFinished, env);
}

const textTools = { TEXT_TOOL_MODELS: "acme:*" };

describe.each([
  ["an OpenAI-compatible server", compatible, {}],
  ["a server under another address of OpenAI", openai, {}],
  ["a model without tool calls", compatible, textTools],
] as [string, Vendor, Record<string, string>][])("the answer of %s", (_name, vendor, env) => {
  it.each(cases)("is without its thoughts: $name", async ({ chunks, text, thought }) => {
    const { ask, calls } = await openWith(vendor, [toAnswer(...chunks)], env);
    const { reply, events } = await ask("What is six times seven?");
    expect(readParts(reply)).toEqual({ text, thought });
    expect(await toSeen(events)).toEqual({ text, thought });
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(calls()).toHaveLength(1);
  });
});

it("is empty where the model only thought", async () => {
  const only = toAnswer("<think>I add and");
  const { ask } = await openWith(compatible, [only, only, only]);
  const { reply } = await ask("What is six times seven?");
  expect(readParts(reply).text).toBe("");
  expect(readParts(reply).thought).toContain("I add and");
  expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "empty" });
});

it("is not shown as thought at first by a model that is known to leave out where its thoughts begin", async () => {
  const answer = toAnswer("I add.", "\n</think>\n\n", "It is 42.");
  // Slow enough to be read while it is shown.
  const slow = { ...answer, delayMs: 200 };
  const { ask } = await openWith(compatible, [slow, answer, toAnswer("It is ", "43.")]);
  const first = await ask("What is six times seven?");
  const second = await ask("And again?", { message: "m2" });
  const third = await ask("And now?", { message: "m3" });
  const isReset = (event: unknown) => JSON.stringify(event).includes("reset-step");
  expect(first.events.filter(isReset)).toHaveLength(1);
  expect(second.events.filter(isReset)).toHaveLength(0);
  expect(readParts(second.reply)).toEqual({ text: "It is 42.", thought: "I add." });
  expect(readParts(third.reply).text).toBe("It is 43.");
});

const call: ReplyPart = { type: "tool", name: "calculate", input: { expression: "6*7" } };

it("sends no thought back as the model's words, within a reply and in the next one", async () => {
  const thinking: Answer = {
    parts: [{ type: "text", chunks: ["I should add.\n", "</think>\n\nLet me see."] }, call],
  };
  const { ask, calls } = await openWith(compatible, [
    thinking,
    toAnswer("Now I should say it.</think>It is 42."),
    toAnswer("</think>Yes."),
  ]);
  const { reply, events } = await ask("What is six times seven?");
  expect(await toSeen(events)).toEqual({
    text: "Let me see.It is 42.",
    thought: "I should add.\nNow I should say it.",
  });
  expect(readParts(reply)).toEqual(await toSeen(events));
  await ask("Really?", { message: "m2" });
  const sent = calls().map(({ body }) =>
    JSON.stringify((body.messages as { content?: unknown }[]).map(({ content }) => content)),
  );
  expect(sent).toHaveLength(3);
  expect(sent.join("\n")).not.toContain("I should");
  expect(sent[2]).toContain("Let me see.");
});

it("hides a thought that was shown as text where reasoning is hidden", async () => {
  const product = await openWith(compatible, [toAnswer("I add.", "\n</think>\n\n", "It is 42.")]);
  await product.change({ reasoningVisible: false });
  const { reply, events } = await product.ask("What is six times seven?");
  expect(readParts(reply)).toEqual({ text: "It is 42.", thought: "" });
  expect(await toSeen(events)).toEqual({ text: "It is 42.", thought: "" });
});
