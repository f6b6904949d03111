import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, it, onTestFinished } from "vitest";
import { createPartReader } from "@/lib/models/part-reader";
import { ask, textOf } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startRawProvider, toEvents } from "@/tests/support/wire/raw-provider";
import { compatible } from "@/tests/support/wire/vendors";

type Part = LanguageModelV4StreamPart;

/** What a call may say, in UTF-16 units. */
const most = 1_000_000;
const piece = "on and on ".repeat(2_000);

/** A model that says this first and then the same without end, and whether it was stopped. */
function openEndless(first: Part, again: Part) {
  let isStopped = false;
  let isFirst = true;
  return {
    isStopped: () => isStopped,
    read() {
      const value = isFirst ? first : again;
      isFirst = false;
      return Promise.resolve({ done: false as const, value });
    },
    cancel() {
      isStopped = true;
      return Promise.resolve();
    },
  };
}

it.each<[string, Part, Part, string]>([
  ["text", { type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: piece }, "text-end"],
  [
    "thoughts",
    { type: "reasoning-start", id: "1" },
    { type: "reasoning-delta", id: "1", delta: piece },
    "reasoning-end",
  ],
  [
    "the input of a tool",
    { type: "tool-input-start", id: "1", toolName: "calculate" },
    { type: "tool-input-delta", id: "1", delta: piece },
    "tool-input-delta",
  ],
  [
    "sources",
    { type: "stream-start", warnings: [] },
    { type: "source", sourceType: "url", id: "1", url: `https://a.example/${"x".repeat(2_000)}`, title: "A" },
    "ping",
  ],
  [
    "an input that comes at once",
    { type: "stream-start", warnings: [] },
    { type: "tool-call", toolCallId: "1", toolName: "calculate", input: piece.repeat(51) },
    "ping",
  ],
])(
  "%s without end is stopped at a million characters, as by the model's own limit",
  async (_, first, again, last) => {
    const source = openEndless(first, again);
    const reader = createPartReader(source);
    const parts: Part[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    const said = parts.reduce((sum, part) => sum + ("delta" in part ? part.delta.length : 0), 0);
    expect(said).toBe(last === "ping" ? 0 : most);
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "length" } });
    expect(parts.at(-2)?.type).toBe(last);
    expect(parts.some(({ type }) => type === "tool-call")).toBe(false);
    expect(source.isStopped()).toBe(true);
  },
);

it("pictures beyond the sixteenth are left out", async () => {
  const file: Part = { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } };
  const waiting = Array.from({ length: 40 }, () => file);
  const reader = createPartReader({
    read: () => {
      const value = waiting.shift();
      return Promise.resolve(value ? { done: false, value } : { done: true, value: undefined });
    },
    cancel: () => Promise.resolve(),
  });
  let files = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read())
    files += next.value.type === "file" ? 1 : 0;
  expect(files).toBe(16);
});

it("inputs that come at once are counted together, and one that came in pieces once", async () => {
  const input = "x".repeat(300_000);
  const toCalls = (id: string): Part[] => [
    { type: "tool-call", toolCallId: id, toolName: "calculate", input },
  ];
  const pieces: Part[] = [
    { type: "tool-input-start", id: "0", toolName: "calculate" },
    { type: "tool-input-delta", id: "0", delta: input },
  ];
  const waiting = [...pieces, ...["0", "1", "2", "3", "4"].flatMap(toCalls)];
  const reader = createPartReader({
    read: () => {
      const value = waiting.shift();
      return Promise.resolve(value ? { done: false, value } : { done: true, value: undefined });
    },
    cancel: () => Promise.resolve(),
  });
  const calls: string[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read())
    if (next.value.type === "tool-call") calls.push(next.value.toolCallId);
  expect(calls).toEqual(["0", "1", "2"]);
});

it("an answer that long is kept, and said to be limited", async () => {
  const event = {
    ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
    choices: [{ index: 0, delta: { content: piece }, finish_reason: null }],
  };
  const provider = await startRawProvider(() => ({
    pieces: toEvents(Array.from({ length: 100 }, () => event)),
  }));
  const env = { ...compatible.env(provider.url), MODEL_MAIN: compatible.ref, MODEL_LITE: "offline:guide" };
  const services = await openTestServices(env, undefined, { wait: () => Promise.resolve() });
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  const reply = await ask(services, "Count to the end of all numbers, please.");
  expect(reply.metadata?.outcome).toBe("limited");
  expect(textOf(reply)).toHaveLength(most);
  expect(provider.asked).toHaveLength(1);
});
