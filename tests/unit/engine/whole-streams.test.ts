import { ReadableStream as Streams } from "node:stream/web";
import type { UIMessage, UIMessageChunk } from "ai";
import { readUIMessageStream } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toShownMessage } from "@/lib/protocol/shown-message";
import { call, openWith, read, text } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

/** The events of a stream as its bytes have them, and whether it says that it is over. */
async function readEvents(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onBegun: () => void) {
  let told = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) {
    told += decoder.decode(bytes, { stream: true });
    onBegun();
  }
  const lines = told.split("\n").filter((line) => line.startsWith("data: "));
  const isDone = lines.at(-1) === "data: [DONE]";
  const events = lines.slice(0, isDone ? -1 : undefined);
  return { isDone, chunks: events.map((line) => JSON.parse(line.slice("data: ".length)) as UIMessageChunk) };
}

async function reduce(chunks: readonly UIMessageChunk[]): Promise<UIMessage | null> {
  let message: UIMessage | null = null;
  const stream = Streams.from(chunks.filter(({ type }) => type !== "error"));
  for await (const next of readUIMessageStream({
    stream: stream as unknown as ReadableStream<UIMessageChunk>,
  }))
    message = next;
  return message;
}

/** What of a stream breaks the rules of the protocol, read strictly: also where the AI SDK forgives it. */
function listFaults(chunks: readonly UIMessageChunk[]): string[] {
  const faults: string[] = [];
  const begun = new Set<string>();
  const open = new Set<string>();
  let isStepOpen = false;
  const types = chunks.map(({ type }) => type);
  if (types[0] !== "start") faults.push("does not begin with start");
  if (types.indexOf("finish") !== types.length - 1) faults.push("does not end with its only finish");
  for (const chunk of chunks) {
    if (chunk.type === "start-step" && isStepOpen) faults.push("a step in a step");
    if (chunk.type === "start-step") isStepOpen = true;
    if (chunk.type === "finish-step") isStepOpen = false;
    if (chunk.type === "finish-step" || chunk.type === "reset-step") open.clear();
    const [, kind, act] = /^(text|reasoning)-(start|delta|end)$/.exec(chunk.type) ?? [];
    if (kind === undefined || !("id" in chunk)) continue;
    const key = `${kind} ${String(chunk.id)}`;
    if (act === "start" && begun.has(key)) faults.push(`${key} begins twice`);
    if (act === "start") begun.add(key);
    if (act !== "start" && !open.has(key)) faults.push(`${key} is not open at its ${act}`);
    if (act === "start") open.add(key);
    if (act === "end") open.delete(key);
  }
  return faults;
}

/** Says some words, which are shown, and no more. */
const broken: Reply = {
  parts: [{ type: "text", chunks: ["Other", " words", " that", " were", " shown", " and", " go."] }],
  ...{ cutAfter: 6, delayMs: 30 },
};
const send = call("send_report", { query: "tide" });
const sum = call("calculate", { expression: "6 * 7" });
const look = call("read_report", { query: "tide" });
/** Of which the server keeps a shorter form for later prompts. */
const report = Array.from({ length: 300 }, (_, line) => `Line ${line} of the report on the tide.`).join("\n");
const reader = {
  name: "read_report",
  description: "Reads a report.",
  inputSchema: z.object({ query: z.string() }),
  effect: "none" as const,
  approval: "never" as const,
  execute: async () => ({ text: report, summary: "Read it." }),
};
const sender = { ...reader, name: "send_report", effect: "sends" as const, approval: "always" as const };
const offline = { MODEL_MAIN: "offline:guide" };

type Case = {
  what: string;
  script?: (request: ProviderRequest, asked: number) => Reply;
  env?: Record<string, string>;
  words?: string;
  end?: "waits";
};
const cases: Case[] = [
  { what: "an answer", script: () => text("One ", "two.") },
  { what: "calls of tools", script: ({ turn }) => (turn < 2 ? sum : text("It is 42.")) },
  {
    what: "an answer that broke off",
    script: (_request, asked) => (asked === 0 ? broken : text("One two.")),
  },
  {
    what: "a step that broke off behind a call",
    script: ({ turn }, asked) => (turn === 0 ? sum : asked === 1 ? broken : text("It is 42.")),
  },
  {
    what: "thoughts, twice",
    script: (_request, asked) => ({
      parts: [
        { type: "reasoning", chunks: ["Hm", "."] },
        { type: "text", chunks: ["One.", " Two."] },
      ],
      ...(asked === 0 && { cutAfter: 4, delayMs: 30 }),
    }),
  },
  { what: "a call that waits", script: ({ turn }) => (turn === 0 ? send : text("Sent.")), end: "waits" },
  {
    what: "a long result",
    script: ({ turn }) => (turn === 0 ? look : text("I have read it.")),
    words: "Read the report.",
  },
  { what: "a failure", script: () => ({ status: 401, message: "Bad key" }) },
  { what: "the offline guide's sum", env: offline, words: "What is 6 * 7?" },
  { what: "the offline guide's clock", env: offline, words: "What time is it in Tokyo?" },
  { what: "the offline guide's handbook", env: offline, words: "How do I connect a model?" },
  { what: "the offline guide's search", env: offline, words: "Who painted the Mona Lisa?" },
];

describe("the streams of a reply, to who asked and to who joined", () => {
  it.each(cases)(
    "keep the protocol and are what is kept: $what",
    async ({ script, env, words = "What?", end }) => {
      let asked = 0;
      const isRead = Promise.withResolvers<void>();
      const { services } = await openWith(async (request) => {
        await isRead.promise;
        return script?.(request, asked++) ?? text("Never.");
      }, env);
      services.tools.register(reader);
      services.tools.register(sender);
      const started = await services.runs.start("owner", toQuestion(words));
      const joined = (await services.runs.follow("owner", "c1")) ?? expect.fail("Nothing runs.");
      // Both are there before the model says anything.
      let begun = 0;
      const onBegun = () => void ((begun += 1) >= 2 && isRead.resolve());
      const [asker, joiner] = await Promise.all([
        readEvents(started.stream(), onBegun),
        readEvents(joined, onBegun),
      ]);
      const reply = await started.reply;
      const states = reply.parts.map((part) => ("state" in part ? part.state : ""));
      expect(states.includes("approval-requested")).toBe(end === "waits");
      const kept = end === "waits" ? reply : (await read(services)).messages.at(-1);
      for (const { chunks, isDone } of [asker, joiner]) {
        expect(isDone).toBe(true);
        expect(listFaults(chunks)).toEqual([]);
        expect(JSON.parse(JSON.stringify((await reduce(chunks))?.parts))).toEqual(
          JSON.parse(JSON.stringify(kept?.parts)),
        );
      }
      expect(toShownMessage(reply).parts).toEqual(kept?.parts);
    },
  );
});
