import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createModels } from "@/lib/models/models";

const none = { compatible: [], tiers: {}, keySources: {} };
const { signal } = new AbortController();

/** A server that gives a body for each query, `""` where none is sent. */
async function startLists(bodies: (query: string) => unknown, type = "application/json") {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const query = new URL(url, "http://server").search;
    asked.push(query);
    const body = bodies(query);
    response.writeHead(200, { "content-type": type });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { asked, baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

async function list(body: unknown, type?: string) {
  const { baseURL } = await startLists(() => body, type);
  return createModels({ ...none, local: { baseURL } }).listOf("local", signal);
}
const listNames = async (...body: Parameters<typeof list>) => (await list(...body))?.map(({ name }) => name);

/** Constructed from the vendors' API references, November 2026. */
const named = { name: "GPT 4.1 mini" };
const shapes: [string, unknown][] = [
  ["OpenAI", { object: "list", data: [{ id: "a" }, { id: "b" }] }],
  [
    "Together, an array",
    [
      { id: "a", type: "chat" },
      { id: "b", type: "chat" },
    ],
  ],
  [
    "GitHub's catalog, an array with names for people",
    [
      { id: "a", ...named },
      { id: "b", ...named },
    ],
  ],
  [
    "GitHub's registry, with addresses for ids",
    [
      { id: "azureml://r/m/1", name: "a" },
      { id: "azureml://r/n/1", name: "b" },
    ],
  ],
  ["Gemini", { models: [{ name: "models/a" }, { name: "models/b" }] }],
  [
    "Ollama",
    {
      models: [
        { name: "a", model: "a" },
        { name: "b", model: "b" },
      ],
    },
  ],
  [
    "llama.cpp, two lists",
    { models: [{ name: "", model: "" }], object: "list", data: [{ id: "a" }, { id: "b" }] },
  ],
  ["a list under another name", { success: true, errors: ["none"], result: [{ id: "a" }, { id: "b" }] }],
  ["names alone", { models: ["a", "b"] }],
  [
    "rows of wrong types among good ones",
    [null, 7, "text", {}, { id: 5 }, { id: "a" }, { id: " " }, { name: "x" }, { id: "b" }],
  ],
  ["the same row twice", { data: [{ id: "a" }, { id: "a" }, { id: "b" }] }],
];

describe("a list of models", () => {
  it.each(shapes)("is read as %s gives it", async (_who, body) => {
    expect(await listNames(body)).toEqual(["a", "b"]);
  });

  it("is read under any content type, and with a mark of its byte order", async () => {
    expect(await listNames('\ufeff{"data":[{"id":"a"}]}', "text/plain")).toEqual(["a"]);
  });

  it.each([
    ["rows without names", { data: [{ object: "model" }] }],
    ["an error", { error: { message: "no" } }],
    ["errors alone", { errors: ["unauthorized"] }],
    ["nothing", null],
    ["a page", "<!doctype html><title>Hello</title>"],
    ["a stream of events", 'data: {"data":[]}\n\n'],
  ])("is not found in %s, which is said", async (_what, body) => {
    await expect(list(body)).rejects.toMatchObject({
      code: "model_rejected",
      message: expect.stringContaining("does not list models"),
    });
  });

  it("of 10,000 long rows is read, and one without end is refused", async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `m${index}`, about: "x".repeat(900) }));
    expect(await listNames(rows(10_000))).toHaveLength(10_000);
    let page = 0;
    const { baseURL } = await startLists(() => ({
      data: [{ id: `m${(page += 1)}`, about: "x".repeat(2_000_000) }],
      has_more: true,
    }));
    await expect(createModels({ ...none, local: { baseURL } }).listOf("local", signal)).rejects.toMatchObject(
      {
        code: "model_rejected",
        message: expect.stringContaining("more than can be read"),
      },
    );
    expect(page).toBeLessThan(12);
  });
});

describe("the pages of a list", () => {
  it.each([
    ["OpenAI's", { has_more: true, last_id: "a" }, "?after=a"],
    ["those that name no last one", { has_more: true }, "?after=a"],
    ["Gemini's", { nextPageToken: "t" }, "?pageToken=t"],
    ["Cohere's", { next_page_token: "t" }, "?page_token=t"],
    ["those with a cursor", { next_cursor: "t" }, "?cursor=t"],
  ])("are all read: %s", async (_whose, more, query) => {
    const { baseURL, asked } = await startLists((sent) =>
      sent === query ? { data: [{ id: "b" }] } : { data: [{ id: "a" }], ...more },
    );
    const models = await createModels({ ...none, local: { baseURL } }).listOf("local", signal);
    expect(models?.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(asked).toEqual(["", query]);
  });

  it("are asked of Anthropic and Google as they are documented", async () => {
    const { baseURL, asked } = await startLists((query) =>
      /after_id|pageToken/.test(query)
        ? { data: [{ id: "b" }] }
        : { data: [{ id: "a" }], has_more: true, last_id: "a" },
    );
    const models = createModels({ ...none, anthropic: { apiKey: "k", baseURL } });
    expect((await models.listOf("anthropic", signal))?.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(asked).toEqual(["?limit=1000", "?limit=1000&after_id=a"]);
  });

  it("end where a server heeds no cursor", async () => {
    const { baseURL, asked } = await startLists(() => ({ data: [{ id: "a" }], has_more: true }));
    await createModels({ ...none, local: { baseURL } }).listOf("local", signal);
    expect(asked).toHaveLength(2);
  });
});

describe("what a list says of a model", () => {
  it.each<[string, object, number | null, [number, number] | null]>([
    [
      "OpenRouter",
      {
        context_length: 131_072,
        top_provider: { context_length: 65_536 },
        pricing: { prompt: "0.0000025", completion: "0.00001" },
      },
      65_536,
      [2.5, 10],
    ],
    [
      "OpenRouter's router",
      { context_length: 2_000_000, pricing: { prompt: "-1", completion: "-1" } },
      2_000_000,
      null,
    ],
    [
      "Together",
      { context_length: 32_768, pricing: { hourly: 0, input: 0.18, output: 0.59, base: 0 } },
      32_768,
      [0.18, 0.59],
    ],
    [
      "Vercel's gateway",
      { context_window: 200_000, max_tokens: 64_000, pricing: { input: "0.000003", output: "0.000015" } },
      200_000,
      [3, 15],
    ],
    [
      "DeepInfra",
      {
        metadata: {
          context_length: 40_960,
          max_tokens: 8_192,
          pricing: { input_tokens: 0.27, output_tokens: 0.89 },
        },
      },
      40_960,
      [0.27, 0.89],
    ],
    ["Groq", { context_window: 131_072, max_completion_tokens: 8_192 }, 131_072, null],
    ["vLLM", { max_model_len: 8_192 }, 8_192, null],
    ["LM Studio", { max_context_length: 131_072, loaded_context_length: 4_096 }, 4_096, null],
    ["Gemini", { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }, 1_048_576, null],
    ["GitHub", { limits: { max_input_tokens: 128_000, max_output_tokens: 16_384 } }, 128_000, null],
    [
      "a server that says nonsense",
      { context_length: "many", pricing: { prompt: "cheap", completion: null } },
      null,
      null,
    ],
    ["a server that says one price", { pricing: { input: 1 } }, null, null],
  ])("is taken from %s", async (_who, row, contextWindow, price) => {
    expect(await list({ data: [{ id: "m", ...row }] })).toEqual([
      {
        ...{ name: "m", contextWindow },
        price: price && { inputPerMillion: price[0], outputPerMillion: price[1] },
      },
    ]);
  });
});
