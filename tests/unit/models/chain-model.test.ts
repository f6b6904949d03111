import { simulateReadableStream, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { afterEach, describe, expect, it } from "vitest";
import { createBreakers } from "@/lib/breakers/breakers";
import { createChainModel } from "@/lib/models/chain-model";
import type { ModelChainOptions, Fallback } from "@/lib/models/try-chain";
import { createModels } from "@/lib/models/models";
import { type ProviderServer, startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply, Script } from "@/tests/support/wire/reply";

const hello: Reply = { parts: [{ type: "text", chunks: ["Hel", "lo"] }] };
const servers: ProviderServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A chain over `one:a` and `two:b`, both served by one script that sees the model's name. */
async function buildChain(script: Script, options: Partial<ModelChainOptions> = {}) {
  const server = await startProviderServer(script);
  servers.push(server);
  const baseURL = `${server.url}/v1`;
  const compatible = ["one", "two"].map((name) => ({ name, baseURL, apiKey: "k" }));
  const waits: number[] = [];
  const served: string[] = [];
  const fallbacks: Fallback[] = [];
  const limited: number[] = [];
  const model = createChainModel({
    refs: ["one:a", "two:b"],
    models: createModels({ compatible, tiers: {}, keySources: {} }),
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
    onServed: (ref) => served.push(ref),
    onFallback: (fallback) => fallbacks.push(fallback),
    onRateLimited: (ms) => limited.push(ms),
    ...options,
  });
  return { model, server, waits, served, fallbacks, limited };
}

async function read(model: ReturnType<typeof createChainModel>, abortSignal?: AbortSignal) {
  const result = streamText({
    model,
    prompt: "Hi",
    maxRetries: 0,
    onError() {},
    ...(abortSignal ? { abortSignal } : {}),
  });
  let text = "";
  let error: unknown;
  for await (const part of result.stream) {
    if (part.type === "text-delta") text += part.text;
    if (part.type === "error") error = part.error;
  }
  return { text, error };
}

describe("a chain of models", () => {
  it("is served by the first one that answers", async () => {
    const { model, served, fallbacks } = await buildChain(() => hello);
    expect(await read(model)).toMatchObject({ text: "Hello" });
    expect({ served, fallbacks }).toEqual({ served: ["one:a"], fallbacks: [] });
  });

  it("tries three times, after half a second and two seconds, then the next", async () => {
    const { model, served, waits, fallbacks } = await buildChain(({ model: name }) =>
      name === "a" ? { status: 503 } : hello,
    );
    expect(await read(model)).toMatchObject({ text: "Hello" });
    expect({ served, waits }).toEqual({ served: ["two:b"], waits: [500, 2000] });
    expect(fallbacks).toMatchObject([{ from: "one:a", to: "two:b", error: { code: "model_unavailable" } }]);
  });

  it("waits as long as the vendor asks", async () => {
    const { model, waits } = await buildChain(({ model: name }) =>
      name === "a" ? { status: 429, retryAfter: 7 } : hello,
    );
    await read(model);
    expect(waits).toEqual([7000, 7000]);
  });

  it("tells of the waits that a vendor asks for, and not of those for one that is away", async () => {
    const asked = await buildChain(({ model: name }) =>
      name === "a" ? { status: 429, retryAfter: 7 } : hello,
    );
    await read(asked.model);
    expect(asked.limited).toEqual([7000, 7000]);
    const away = await buildChain(({ model: name }) => (name === "a" ? { status: 503 } : hello));
    await read(away.model);
    expect(away.limited).toEqual([]);
  });

  it("does not wait longer than half a minute for a vendor", async () => {
    const { model, waits, served } = await buildChain(({ model: name }) =>
      name === "a" ? { status: 429, retryAfter: 31 } : hello,
    );
    await read(model);
    expect({ waits, served }).toEqual({ waits: [], served: ["two:b"] });
  });

  it("leaves a vendor alone for as long as it asked, with every model behind the same key", async () => {
    const breakers = createBreakers(() => 0);
    const asked = await buildChain(() => ({ status: 429, retryAfter: 20 }), { breakers, refs: ["one:a"] });
    await read(asked.model);
    const other = await buildChain(() => hello, { breakers, refs: ["one:c", "two:b"] });
    expect(await read(other.model)).toMatchObject({ text: "Hello" });
    expect({ waits: other.waits, served: other.served }).toEqual({ waits: [22_500], served: ["one:c"] });
    expect(other.limited).toEqual([22_500]);
    breakers.rests.keep("key:one", 45);
    const third = await buildChain(() => hello, { breakers, refs: ["one:c", "two:b"] });
    await read(third.model);
    expect({ waits: third.waits, served: third.served }).toEqual({ waits: [], served: ["two:b"] });
    expect(third.fallbacks).toMatchObject([
      { from: "one:c", error: { code: "model_quota", retryAfter: 45 } },
    ]);
  });

  it.each([400, 401, 404])("goes on at once after status %i", async (status) => {
    const { model, server, waits } = await buildChain(({ model: name }) =>
      name === "a" ? { status } : hello,
    );
    expect(await read(model)).toMatchObject({ text: "Hello" });
    expect({ waits, calls: server.requests.length }).toEqual({ waits: [], calls: 2 });
  });

  it("recovers on the same model when a later attempt succeeds", async () => {
    let calls = 0;
    const { model, fallbacks } = await buildChain(() => ((calls += 1) < 3 ? { status: 500 } : hello));
    expect(await read(model)).toMatchObject({ text: "Hello" });
    expect(fallbacks).toEqual([]);
  });

  it.each<[string, Reply]>([
    ["nothing", { empty: true }],
    ["garbage", { ...hello, garbageAfter: 0 }],
    ["a cut connection", { ...hello, cutAfter: 1 }],
  ])("goes on when %s comes before the first content", async (_, broken) => {
    const { model } = await buildChain(({ model: name }) => (name === "a" ? broken : hello));
    expect(await read(model)).toMatchObject({ text: "Hello" });
  });

  it("goes on when nothing comes in time", async () => {
    const silent: Reply = { ...hello, stallAfter: 1 };
    const { model, fallbacks } = await buildChain(({ model: name }) => (name === "a" ? silent : hello), {
      limits: { firstChunkMs: 300 },
    });
    expect(await read(model)).toMatchObject({ text: "Hello" });
    expect(fallbacks[0]?.error.message).toContain("did not begin to answer");
  });

  it("does not go on after something was shown: the failure reaches the reader", async () => {
    const { model, server } = await buildChain(() => ({ ...hello, cutAfter: 2, delayMs: 20 }));
    await expect(read(model)).rejects.toMatchObject({ code: "model_unavailable" });
    expect(server.requests).toHaveLength(1);
  });

  it("ends with an error when the model falls silent in the middle", async () => {
    const { model } = await buildChain(() => ({ ...hello, stallAfter: 2 }), { limits: { silenceMs: 40 } });
    await expect(read(model)).rejects.toMatchObject({
      message: expect.stringContaining("said nothing more"),
    });
  });

  it("fails with the most telling error and names what the others said", async () => {
    const { model } = await buildChain(({ model: name }) =>
      name === "a" ? { status: 500 } : { status: 401 },
    );
    const { error } = await read(model);
    expect(error).toMatchObject({ code: "model_key", message: expect.stringContaining("TWO_API_KEY") });
    expect(error).toMatchObject({ message: expect.stringContaining("one is not responding") });
  });

  it("fails with one sentence when it is empty", async () => {
    const { model } = await buildChain(() => hello, { refs: [] });
    expect((await read(model)).error).toMatchObject({ code: "model_key" });
  });

  it("skips a model whose key is missing", async () => {
    const { model, served } = await buildChain(() => hello, { refs: ["openai:gpt-5", "two:b"] });
    await read(model);
    expect(served).toEqual(["two:b"]);
  });

  it("stops at once when the caller stops, without another attempt", async () => {
    const stop = new AbortController();
    const { model, server } = await buildChain(() => {
      stop.abort();
      return { status: 503 };
    });
    await read(model, stop.signal);
    expect(server.requests).toHaveLength(1);
  });

  it("stops a model that ignores the signal", async () => {
    const deaf = new MockLanguageModelV4({
      doStream: async () => ({ stream: simulateReadableStream({ chunks: [], initialDelayInMs: 1_000_000 }) }),
    });
    const stop = new AbortController();
    const { model } = await buildChain(() => hello, {
      refs: ["deaf:x"],
      models: { language: async () => deaf },
    });
    const streaming = model.doStream({ prompt: [], abortSignal: stop.signal });
    stop.abort();
    await expect(Promise.resolve(streaming)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("falls back for answers that are not streamed too", async () => {
    const { model, served } = await buildChain(({ model: name }) => (name === "a" ? { status: 500 } : hello));
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
    const result = await model.doGenerate({ prompt });
    expect(result.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(served).toEqual(["two:b"]);
  });
});
