import { readFileSync } from "node:fs";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createStreamTexts } from "@/lib/models/answer-texts";
import { createModelFetch } from "@/lib/models/model-fetch";
import { wire as chat } from "@/tests/support/wire/chat";
import { wire as gemini } from "@/tests/support/wire/gemini";
import { wire as messages } from "@/tests/support/wire/messages";
import type { Answer, ReplyPart, Wire } from "@/tests/support/wire/reply";
import { wire as responses } from "@/tests/support/wire/responses";

type Part = LanguageModelV4StreamPart;
type Protocol = "chat" | "responses" | "messages" | "gemini";
type Row = { id: string; kind: string; protocol: Protocol; answer?: { type: string; body: string } };

const rows = readFileSync(new URL("../wires/cases/streams.jsonl", import.meta.url), "utf8")
  .split("\n")
  .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]))
  .filter(({ answer }) => answer?.type === "text/event-stream");

const wires: Record<Protocol, Wire> = { chat, responses, messages, gemini };
const url = { apiKey: "key", baseURL: "http://model.invalid/v1" };
const models: Record<Protocol, (ask: typeof fetch) => LanguageModelV4> = {
  chat: (ask) => createOpenAICompatible({ ...url, name: "acme", includeUsage: true, fetch: ask })("m"),
  responses: (ask) => createOpenAI({ ...url, fetch: ask }).responses("m"),
  messages: (ask) => createAnthropic({ ...url, fetch: ask })("m"),
  gemini: (ask) => createGoogle({ ...url, fetch: ask })("m"),
};

/** The answer's bytes, so many at a time, and what breaks it behind them. */
function serve(body: string, size: number, cut?: unknown): typeof fetch {
  const bytes = new TextEncoder().encode(body);
  return async () => {
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length && cut !== undefined) throw cut;
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };
}

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "?" }] }];

/** What the package reads of the answer, a failure in the end as its words. */
async function readParts(protocol: Protocol, ask: typeof fetch): Promise<Part[]> {
  const parts: Part[] = [];
  try {
    const { stream } = await models[protocol](ask).doStream({ prompt });
    for await (const part of stream) parts.push(part);
  } catch (error) {
    parts.push({ type: "error", error: String(error instanceof Error ? (error.cause ?? error) : error) });
  }
  return parts;
}

/** With neighbouring deltas joined, and ids by the order in which they come. */
function toComparable(parts: readonly Part[]): unknown[] {
  const ids = new Map<string, string>();
  const toId = (id: string) => ids.get(id) ?? ids.set(id, `id-${ids.size}`).get(id);
  const joined: Record<string, unknown>[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isNext = "delta" in part && last?.["type"] === part.type && last["id"] === toId(part.id);
    if (isNext) last["delta"] = `${String(last["delta"])}${part.delta}`;
    else if ("id" in part && part.id !== undefined) joined.push({ ...part, id: toId(part.id) });
    else if ("toolCallId" in part) joined.push({ ...part, toolCallId: toId(part.toolCallId) });
    else joined.push(part.type === "error" ? { ...part, error: String(part.error) } : { ...part });
  }
  return joined;
}

/** As it is read if no text ever waits for its neighbours. */
function serveApart(protocol: Protocol, body: string): typeof fetch {
  const texts = createStreamTexts(
    protocol === "chat",
    (said) => said,
    () => 0,
  );
  const read = texts.add(body).join("");
  try {
    return serve(read + texts.end(), whole);
  } catch (error) {
    return serve(read, whole, error);
  }
}

const whole = 1_000_000;

const readJoined = (protocol: Protocol, body: string, size = whole) =>
  readParts(protocol, createModelFetch(serve(body, size)));

const textsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));

describe("a stream whose texts are joined", () => {
  it.each(rows)("says the same as one whose texts are not: $kind $id", async ({ protocol, answer }) => {
    const { body = "" } = answer ?? {};
    const apart = toComparable(await readParts(protocol, serveApart(protocol, body)));
    expect(toComparable(await readJoined(protocol, body))).toEqual(apart);
    expect(toComparable(await readJoined(protocol, body, 1))).toEqual(apart);
  });

  const chunks = ["It ", "is ", 'a "heron" \\', "\n", "or 鹭 😀", "."];
  const text = { type: "text" as const, chunks };
  const answer = (...parts: ReplyPart[]): Answer => ({ parts, usage: { input: 1, output: 6 } });

  it.each(Object.entries(wires))(
    "gives the first text alone and the rest at once: %s",
    async (name, wire) => {
      const body = wire.frames(answer(text), "m").join("");
      expect(textsOf(await readJoined(name as Protocol, body))).toEqual([
        chunks[0],
        chunks.slice(1).join(""),
      ]);
    },
  );

  it.each(Object.entries(wires))("lets others work behind the first text: %s", async (name, wire) => {
    const body = wire.frames(answer(text), "m").join("");
    let turns = 0;
    let timer = setImmediate(function count() {
      turns += 1;
      timer = setImmediate(count);
    });
    const { stream } = await models[name as Protocol](createModelFetch(serve(body, whole))).doStream({
      prompt,
    });
    const turnsAt: number[] = [];
    for await (const { type } of stream) if (type === "text-delta") turnsAt.push(turns);
    clearImmediate(timer);
    expect(turnsAt).toHaveLength(2);
    expect(turnsAt[1]).toBeGreaterThan(turnsAt[0] ?? Infinity);
  });

  it.each(Object.entries(wires))("lets nothing pass a text: %s", async (name, wire) => {
    const call = { type: "tool" as const, name: "look_up", input: { query: "heron" } };
    const thought = { type: "reasoning" as const, chunks: ["Hm, ", "a bird."] };
    const body = wire.frames(answer(text, call, thought, text), "m").join("");
    const protocol = name as Protocol;
    const apart = toComparable(await readParts(protocol, serveApart(protocol, body)));
    expect(toComparable(await readJoined(protocol, body))).toEqual(apart);
    expect(toComparable(await readJoined(protocol, body, 1))).toEqual(apart);
  });

  it.each(Object.entries(wires))("shows all that came before it was cut: %s", async (name, wire) => {
    const frames = wire.frames(answer(text), "m");
    const body = frames.slice(0, frames.findLastIndex((frame) => frame.includes('"."')) + 1).join("");
    const parts = await readParts(name as Protocol, createModelFetch(serve(body, whole, new Error("cut"))));
    expect(textsOf(parts).join("")).toBe(chunks.join(""));
    expect(parts.at(-1)).toMatchObject({ type: "error", error: expect.stringContaining("cut") });
  });
});
