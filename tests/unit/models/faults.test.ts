import { streamText } from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { createBreakers } from "@/lib/breakers/breakers";
import { createChainModel } from "@/lib/models/chain-model";
import type { ModelChainOptions, Fallback } from "@/lib/models/try-chain";
import { createModels } from "@/lib/models/models";
import { type ProviderServer, startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";

const hello: Reply = { parts: [{ type: "text", chunks: ["Hel", "lo"] }] };
const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A provider whose model `a` answers as `replies.a` says at that moment, behind the chain `one:a`, `two:b`. */
async function openChain(replies: { a: Reply; b: Reply }, options: Partial<ModelChainOptions> = {}) {
  const server = await startProviderServer(({ model }) => (model === "a" ? replies.a : replies.b));
  servers.push(server);
  const clock = { at: 1_000_000 };
  const breakers = createBreakers(() => clock.at);
  breakers.setThresholds({ failures: 2, pauseMs: 30_000 });
  const compatible = ["one", "two"].map((name) => ({ name, baseURL: `${server.url}/v1`, apiKey: "k" }));
  const waits: number[] = [];
  const served: string[] = [];
  const fallbacks: Fallback[] = [];
  const model = createChainModel({
    refs: ["one:a", "two:b"],
    models: createModels({ compatible, tiers: {}, keySources: {} }),
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
    limits: { firstChunkMs: 500, silenceMs: 500, callMs: 15_000 },
    breakers,
    onServed: (ref) => served.push(ref),
    onFallback: (fallback) => fallbacks.push(fallback),
    ...options,
  });
  const callsOf = (name: string) => server.requests.filter((request) => request.model === name).length;
  const ask = async (abortSignal?: AbortSignal) => {
    const result = streamText({
      model,
      prompt: "Hi",
      maxRetries: 0,
      onError() {},
      ...(abortSignal && { abortSignal }),
    });
    let text = "";
    let error: unknown;
    try {
      for await (const part of result.stream) {
        if (part.type === "text-delta") text += part.text;
        if (part.type === "error") error = part.error;
      }
    } catch (thrown) {
      error = thrown;
    }
    return { text, error };
  };
  /** Begins at once, unlike `ask`. */
  const open = async () =>
    model.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] });
  return {
    model,
    server,
    clock,
    open,
    waits,
    served,
    fallbacks,
    callsOf,
    ask,
    a: breakers.get("model", "one:a"),
    b: breakers.get("model", "two:b"),
  };
}

async function readThrough({ stream }: { stream: ReadableStream<{ type: string }> }): Promise<void> {
  for await (const { type } of stream) expect(type).not.toBe("error");
}

type Row = { name: string; a: Reply; attempts: number; waits: number[]; counted: number; code: string };

const twice = [500, 2_000];
const beforeTheFirst: Row[] = [
  {
    name: "a 429 without Retry-After",
    a: { status: 429 },
    attempts: 3,
    waits: twice,
    counted: 1,
    code: "model_quota",
  },
  {
    name: "a 429 with a Retry-After of 7 s",
    a: { status: 429, retryAfter: 7 },
    attempts: 3,
    waits: [7_000, 7_000],
    counted: 1,
    code: "model_quota",
  },
  {
    name: "a 429 that asks for longer than half a minute",
    a: { status: 429, retryAfter: 31 },
    attempts: 1,
    waits: [],
    counted: 1,
    code: "model_quota",
  },
  {
    name: "an account without money",
    a: { status: 429, code: "insufficient_quota" },
    attempts: 1,
    waits: [],
    counted: 0,
    code: "model_quota",
  },
  { name: "a 500", a: { status: 500 }, attempts: 3, waits: twice, counted: 1, code: "model_unavailable" },
  { name: "a 503", a: { status: 503 }, attempts: 3, waits: twice, counted: 1, code: "model_unavailable" },
  { name: "a wrong key", a: { status: 401 }, attempts: 1, waits: [], counted: 0, code: "model_key" },
  {
    name: "a rejected request",
    a: { status: 400 },
    attempts: 1,
    waits: [],
    counted: 0,
    code: "model_rejected",
  },
  {
    name: "an overflow",
    a: { status: 400, code: "context_length_exceeded" },
    attempts: 1,
    waits: [],
    counted: 0,
    code: "model_overflow",
  },
  {
    name: "nothing at all",
    a: { empty: true },
    attempts: 3,
    waits: twice,
    counted: 1,
    code: "model_unavailable",
  },
  {
    name: "garbage alone",
    a: { ...hello, garbageAfter: 0, endAfter: 1 },
    attempts: 3,
    waits: twice,
    counted: 1,
    code: "model_unavailable",
  },
  {
    name: "a cut connection",
    a: { ...hello, cutAfter: 1 },
    attempts: 3,
    waits: twice,
    counted: 1,
    code: "model_unavailable",
  },
  {
    name: "a stall",
    a: { ...hello, stallAfter: 1 },
    attempts: 1,
    waits: [],
    counted: 1,
    code: "model_unavailable",
  },
];

const afterTheFirst: { name: string; a: Reply; message: string }[] = [
  { name: "a cut connection", a: { ...hello, cutAfter: 2, delayMs: 20 }, message: "broke off in the middle" },
  {
    name: "a stall",
    a: { ...hello, stallAfter: 2 },
    message: "said nothing more in the middle of its answer",
  },
];

describe("a chain whose first model gives", () => {
  it.each(beforeTheFirst)(
    "$name before its first content: the next one serves",
    async ({ a, attempts, waits, counted, code }) => {
      const chain = await openChain({ a, b: hello });
      expect(await chain.ask()).toEqual({ text: "Hello", error: undefined });
      expect([chain.callsOf("a"), chain.callsOf("b"), chain.waits, chain.served]).toEqual([
        attempts,
        1,
        waits,
        ["two:b"],
      ]);
      expect(chain.fallbacks).toMatchObject([{ from: "one:a", to: "two:b", error: { code } }]);
      expect([chain.a.read().failures, chain.b.read().failures]).toEqual([counted, 0]);
    },
  );

  it("a refused connection: the next one serves after three attempts", async () => {
    const gone = await startProviderServer(() => hello);
    await gone.close();
    const { server } = await openChain({ a: hello, b: hello });
    const compatible = [gone, server].map(({ url }, place) => ({
      name: place === 0 ? "one" : "two",
      baseURL: `${url}/v1`,
      apiKey: "k",
    }));
    const chain = await openChain(
      { a: hello, b: hello },
      { models: createModels({ compatible, tiers: {}, keySources: {} }) },
    );
    expect(await chain.ask()).toMatchObject({ text: "Hello" });
    expect([chain.waits, chain.served, chain.a.read().failures]).toEqual([twice, ["two:b"], 1]);
  });

  it.each(afterTheFirst)(
    "$name after its first content: the stream fails, nothing is repeated, and it counts",
    async ({ a, message }) => {
      const chain = await openChain({ a, b: hello });
      const { text, error } = await chain.ask();
      expect([text.startsWith("Hel"), chain.callsOf("a"), chain.callsOf("b"), chain.served]).toEqual([
        true,
        1,
        0,
        ["one:a"],
      ]);
      expect(error).toMatchObject({ code: "model_unavailable", message: expect.stringContaining(message) });
      expect(chain.a.read()).toMatchObject({
        failures: 1,
        last: { message: expect.stringContaining(message) },
      });
    },
  );

  it("an answer that never ends: the limit of the whole call cuts it off, and it counts", async () => {
    const endless: Reply = {
      parts: [{ type: "text", chunks: Array.from({ length: 500 }, () => "on ") }],
      delayMs: 10,
    };
    const chain = await openChain(
      { a: endless, b: hello },
      { limits: { firstChunkMs: 5_000, silenceMs: 5_000, callMs: 500 } },
    );
    const { error } = await chain.ask();
    expect(error).toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("did not finish its answer"),
    });
    expect([chain.callsOf("a"), chain.callsOf("b"), chain.a.read().failures]).toEqual([1, 0, 1]);
  });
});

describe("the breaker of a model", () => {
  it("skips it at once after so many failed calls, each with all its attempts", async () => {
    const chain = await openChain({ a: { status: 503 }, b: hello });
    await chain.ask();
    await chain.ask();
    expect(await chain.ask()).toMatchObject({ text: "Hello" });
    expect([chain.callsOf("a"), chain.callsOf("b"), chain.waits.length]).toEqual([6, 3, 4]);
    const message = "one (one:a) is paused after 2 failures; it is tried again in 30 s.";
    expect(chain.fallbacks.at(-1)).toMatchObject({
      from: "one:a",
      to: "two:b",
      error: { code: "model_unavailable", message, retryAfter: 30 },
    });
  });

  it("lets one call try after the pause, and all of them when that one went well", async () => {
    const replies: { a: Reply; b: Reply } = { a: { status: 503 }, b: hello };
    const chain = await openChain(replies);
    await chain.ask();
    await chain.ask();
    chain.clock.at += 30_000;
    replies.a = hello;
    await chain.ask();
    expect([chain.served.at(-1), chain.a.read()]).toMatchObject(["one:a", { state: "closed", failures: 0 }]);
  });

  it("forgets the failures when a stream reached its end, and not before", async () => {
    const replies: { a: Reply; b: Reply } = { a: { ...hello, cutAfter: 2, delayMs: 20 }, b: hello };
    const chain = await openChain(replies);
    await chain.ask();
    replies.a = hello;
    const opened = await chain.open();
    expect(chain.a.read().failures).toBe(1);
    await readThrough(opened);
    expect(chain.a.read().failures).toBe(0);
  });

  it("counts no stop, neither before nor after the first content", async () => {
    const chain = await openChain({ a: { ...hello, stallAfter: 1 }, b: hello }, { limits: {} });
    const early = new AbortController();
    const asking = chain.ask(early.signal);
    await expect.poll(() => chain.callsOf("a")).toBe(1);
    early.abort();
    await asking;

    const late = new AbortController();
    const streaming = await openChain(
      { a: { ...hello, stallAfter: 2 }, b: hello },
      { limits: {}, onServed: () => late.abort() },
    );
    await streaming.ask(late.signal);
    expect([chain.a.read().failures, streaming.a.read().failures]).toEqual([0, 0]);
  });

  it("is not held up by a stopped trial: the next call is one", async () => {
    const replies: { a: Reply; b: Reply } = { a: { status: 503 }, b: hello };
    const stop = new AbortController();
    const chain = await openChain(replies);
    await chain.ask();
    await chain.ask();
    chain.clock.at += 30_000;
    replies.a = { ...hello, stallAfter: 0 };
    const stopped = chain.ask(stop.signal);
    await expect.poll(() => chain.callsOf("a")).toBe(7);
    expect(chain.a.read().state).toBe("trying");
    stop.abort();
    await stopped;
    replies.a = hello;
    expect(await chain.ask()).toMatchObject({ text: "Hello" });
    expect(chain.served.at(-1)).toBe("one:a");
  });

  it("tells when all are paused, and when the first of them is tried again", async () => {
    const chain = await openChain({ a: { status: 500 }, b: { status: 503 } });
    await chain.ask();
    chain.clock.at += 10_000;
    await chain.ask();
    chain.clock.at += 5_000;
    const calls = chain.server.requests.length;
    const { error } = await chain.ask();
    expect(error).toMatchObject({
      code: "model_unavailable",
      retryAfter: 25,
      message: expect.stringMatching(/one:a.*paused.*two:b.*paused/),
    });
    expect(chain.server.requests).toHaveLength(calls);
  });

  it("is waited for when it is being tried and nothing else is left", async () => {
    const replies: { a: Reply; b: Reply } = { a: { status: 503 }, b: hello };
    const chain = await openChain(replies, { refs: ["one:a"], limits: {} });
    await chain.ask();
    await chain.ask();
    chain.clock.at += 30_000;
    const trial = chain.a.admit();
    const waiting = chain.open();
    await trial?.failed("still down");
    await expect(waiting).rejects.toMatchObject({ code: "model_unavailable", retryAfter: 30 });
    expect(chain.callsOf("a")).toBe(6);

    chain.clock.at += 30_000;
    replies.a = hello;
    const stopped = chain.a.admit();
    const both = [chain.open(), chain.open()];
    await stopped?.released();
    for (const opening of both) await readThrough(await opening);
    expect([chain.callsOf("a"), chain.served]).toEqual([8, ["one:a", "one:a"]]);
    expect(chain.a.read()).toMatchObject({ state: "closed", failures: 0 });
  });

  it("is not waited for when another model serves", async () => {
    const chain = await openChain({ a: { status: 503 }, b: hello });
    await chain.ask();
    await chain.ask();
    chain.clock.at += 30_000;
    chain.a.admit();
    expect(await chain.ask()).toMatchObject({ text: "Hello" });
    expect([chain.served.at(-1), chain.a.read().state]).toEqual(["two:b", "trying"]);
  });

  it("is waited for no longer than a first word may take, and not after a stop", async () => {
    const chain = await openChain({ a: { status: 503 }, b: hello }, { refs: ["one:a"] });
    await chain.ask();
    await chain.ask();
    chain.clock.at += 30_000;
    chain.a.admit();
    expect(await chain.ask()).toMatchObject({
      error: { code: "model_unavailable", message: expect.stringContaining("is being tried again now") },
    });
    const stop = new AbortController();
    const stopped = chain.model.doStream({ prompt: [], abortSignal: stop.signal });
    stop.abort();
    await expect(Promise.resolve(stopped)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("counts answers that are not streamed too", async () => {
    const replies: { a: Reply; b: Reply } = { a: { status: 500 }, b: hello };
    const chain = await openChain(replies);
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
    await chain.model.doGenerate({ prompt });
    expect(chain.a.read().failures).toBe(1);
    replies.a = hello;
    await chain.model.doGenerate({ prompt });
    expect([chain.a.read().failures, chain.served]).toEqual([0, ["two:b", "one:a"]]);
  });
});
