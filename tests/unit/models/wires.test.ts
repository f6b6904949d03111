import { embedMany, generateImage, isStepCount, streamText, tool } from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createChainModel } from "@/lib/models/chain-model";
import { createModels, type Models } from "@/lib/models/models";
import { closedAddress } from "@/tests/support/free-port";
import { type ProviderServer, startProviderServer } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const servers: ProviderServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function buildModels(url: string): Models {
  return createModels({
    google: { apiKey: "key-g", baseURL: `${url}/v1beta` },
    openai: { apiKey: "key-o", baseURL: `${url}/v1` },
    anthropic: { apiKey: "key-a", baseURL: `${url}/v1` },
    local: { baseURL: `${url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
}

async function start(script: Script) {
  const server = await startProviderServer(script);
  servers.push(server);
  return { server, models: buildModels(server.url) };
}

function chain(models: Models, ref: string) {
  const waits: number[] = [];
  return { waits, model: createChainModel({ refs: [ref], models, wait: async (ms) => void waits.push(ms) }) };
}

const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, degrees: 21 }),
});

async function ask(models: Models, ref: string, image = false) {
  const { model, waits } = chain(models, ref);
  const parts = image ? [{ type: "file" as const, data: png, mediaType: "image/png" }] : [];
  const messages = [
    { role: "user" as const, content: [{ type: "text" as const, text: "Weather in Rome?" }, ...parts] },
  ];
  const result = streamText({
    model,
    messages,
    tools: { weather },
    stopWhen: isStepCount(4),
    maxRetries: 0,
    onError() {},
  });
  let error: unknown;
  for await (const part of result.stream) if (part.type === "error") error = part.error;
  return { result, error, waits };
}

const twoSteps: Script = ({ turn }) =>
  turn === 0
    ? {
        parts: [
          { type: "reasoning", chunks: ["I need ", "the weather."] },
          { type: "tool", name: "weather", input: { city: "Rome" } },
        ],
        usage: { input: 100, output: 20, reasoning: 12, cached: 40 },
      }
    : { parts: [{ type: "text", chunks: ["It is ", "21 degrees."] }], usage: { input: 150, output: 8 } };

describe.each([
  "google:gemini-2.5-flash",
  "openai:gpt-5.4-mini",
  "anthropic:claude-sonnet-4-6",
  "local:llama3",
])("%s over its own protocol", (ref) => {
  it("runs a tool loop of two steps with reasoning and a streamed answer", async () => {
    const { server, models } = await start(twoSteps);
    const { result, error } = await ask(models, ref);
    const steps = await result.steps;
    expect(error).toBeUndefined();
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    expect(steps[0]?.reasoningText).toBe("I need the weather.");
    expect(steps[0]?.toolResults).toMatchObject([
      { toolName: "weather", output: { city: "Rome", degrees: 21 } },
    ]);
    expect(steps[1]?.text).toBe("It is 21 degrees.");
    expect(server.requests.map(({ turn }) => turn)).toEqual([0, 1]);
  });

  it("sums the usage of its steps", async () => {
    const { models } = await start(twoSteps);
    const { result } = await ask(models, ref);
    const { inputTokens, outputTokens, inputTokenDetails } = await result.usage;
    expect({ inputTokens, outputTokens, cached: inputTokenDetails.cacheReadTokens }).toEqual({
      inputTokens: 250,
      outputTokens: 28,
      cached: 40,
    });
  });

  it("sends an image with the question", async () => {
    const { server, models } = await start(twoSteps);
    await ask(models, ref, true);
    expect(JSON.stringify(server.requests[0]?.body)).toContain(png);
  });

  it("answers a wrong key with where the key is set, at once", async () => {
    const { models } = await start(() => ({ status: 401, message: "invalid key key-o" }));
    const { error, waits } = await ask(models, ref);
    expect(error).toMatchObject({ code: "model_key", message: expect.stringMatching(/_API_KEY/) });
    expect(error).not.toMatchObject({ message: expect.stringContaining("key-o") });
    expect(waits).toEqual([]);
  });

  it("tries again when over quota, then says so", async () => {
    const { server, models } = await start(() => ({ status: 429, retryAfter: 3 }));
    const { error, waits } = await ask(models, ref);
    expect(error).toMatchObject({ code: "model_quota", retryAfter: 3 });
    expect({ waits, calls: server.requests.length }).toEqual({ waits: [3000, 3000], calls: 3 });
  });

  it("says so when nobody answers at its address", async () => {
    const { error } = await ask(buildModels(closedAddress), ref);
    expect(error).toMatchObject({ code: "model_unavailable" });
  });

  it("says so when the reply is empty", async () => {
    const { models } = await start(() => ({ empty: true }));
    const { error, waits } = await ask(models, ref);
    expect(error).toMatchObject({ code: "model_unavailable" });
    expect(waits).toHaveLength(2);
  });

  it("answers nothing without an error when the model had nothing to say", async () => {
    const { models } = await start(() => ({ parts: [] }));
    const { result, error } = await ask(models, ref);
    expect({ error, text: await result.text, reason: await result.finishReason }).toEqual({
      error: undefined,
      text: "",
      reason: "stop",
    });
  });

  it("goes on after a tool that does not exist and after arguments that are no JSON", async () => {
    const { models } = await start(({ turn }) => {
      if (turn === 0) return { parts: [{ type: "tool", name: "teleport", input: {} }] };
      return turn === 1
        ? { parts: [{ type: "tool", name: "weather", rawInput: '{"city": ' }] }
        : { parts: [{ type: "text", chunks: ["Sorry."] }] };
    });
    const { result, error } = await ask(models, ref);
    expect({ error, text: (await result.finalStep).text }).toEqual({ error: undefined, text: "Sorry." });
  });
});

describe("a vendor's own settings", () => {
  it("ask OpenAI to keep nothing and to send its reasoning sealed, which comes back in the next step", async () => {
    const { server, models } = await start(twoSteps);
    await ask(models, "openai:gpt-5.4-mini");
    const [first, second] = server.requests;
    expect(first?.body).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { summary: "auto" },
    });
    expect(JSON.stringify(second?.body)).toContain("sealed-0");
    expect(JSON.stringify(second?.body)).not.toContain("item_reference");
  });

  it("ask Gemini for its thoughts and send their signature back", async () => {
    const { server, models } = await start(twoSteps);
    await ask(models, "google:gemini-2.5-flash");
    const [first, second] = server.requests;
    expect(first?.body).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true } } });
    expect(JSON.stringify(second?.body)).toContain("c2lnbmVk");
  });

  it("ask Claude for summaries of its thinking and send their signature back", async () => {
    const { server, models } = await start(twoSteps);
    await ask(models, "anthropic:claude-sonnet-4-6");
    expect(server.requests[0]?.body).toMatchObject({ thinking: { type: "adaptive", display: "summarized" } });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('"signature":"signed"');
  });

  it("leave another vendor's reasoning out of the history", async () => {
    const { server, models } = await start(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
    const model = await models.language("local:llama3");
    const foreign = {
      type: "reasoning" as const,
      text: "secret thought",
      providerOptions: { openai: { itemId: "rs_0" } },
    };
    const user = { role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] };
    await model.doGenerate({
      prompt: [user, { role: "assistant", content: [foreign, { type: "text", text: "Hello" }] }, user],
    });
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("secret thought");
  });
});

describe("images and embeddings", () => {
  it.each(["openai:gpt-image-1", "google:gemini-2.5-flash-image"])("%s makes a picture", async (ref) => {
    const { models } = await start(() => ({
      parts: [{ type: "image", base64: png, mediaType: "image/png" }],
    }));
    const { image } = await generateImage({ model: await models.image(ref), prompt: "A dot", maxRetries: 0 });
    expect(image).toMatchObject({ base64: png, mediaType: "image/png" });
  });

  it.each(["openai:text-embedding-3-small", "google:gemini-embedding-001", "local:bge-m3"])(
    "%s makes vectors",
    async (ref) => {
      const { models } = await start(() => ({
        parts: [
          { type: "embedding", values: [0.5, 0.25] },
          { type: "embedding", values: [1, 0] },
        ],
      }));
      const { embeddings } = await embedMany({
        model: await models.embedding(ref),
        values: ["a", "b"],
        maxRetries: 0,
      });
      expect(embeddings).toEqual([
        [0.5, 0.25],
        [1, 0],
      ]);
    },
  );
});
