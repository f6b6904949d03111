import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createModels } from "@/lib/models/models";
import type { ModelsConfig } from "@/lib/models/models-config";

const none: ModelsConfig = { compatible: [], tiers: {}, keySources: {} };
const keyed: ModelsConfig = {
  ...none,
  google: { apiKey: "g" },
  openai: { apiKey: "o" },
  local: { baseURL: "http://127.0.0.1:1/v1", model: "llama3" },
  keySources: { google: "panel" },
};

describe("a tier's chain", () => {
  it("is the offline guide when nothing is configured", () => {
    const models = createModels(none);
    expect([models.chain("main"), models.chain("lite"), models.chain("pro")]).toEqual([
      ["offline:guide"],
      ["offline:guide"],
      ["offline:guide"],
    ]);
  });

  it("is empty for images and embeddings when nothing can make them", () => {
    const models = createModels(none);
    expect([models.chain("image"), models.chain("embedding")]).toEqual([[], []]);
  });

  it("is derived from the keys that are there, in the catalog's order", () => {
    expect(createModels(keyed).chain("main")).toEqual([
      "google:gemini-3.5-flash",
      "openai:gpt-5.4-mini",
      "local:llama3",
    ]);
  });

  it("is the environment's before the derived one", () => {
    expect(createModels({ ...keyed, tiers: { main: ["openai:gpt-4.1"] } }).chain("main")).toEqual([
      "openai:gpt-4.1",
    ]);
  });

  it("is the settings' before the environment's", () => {
    const models = createModels({ ...keyed, tiers: { main: ["openai:gpt-4.1"] } });
    expect(models.chain("main", { settings: ["google:gemini-2.5-pro"] })).toEqual(["google:gemini-2.5-pro"]);
    expect(models.chain("main", { settings: [] })).toEqual(["openai:gpt-4.1"]);
  });

  it("starts with the person's choice and falls back to the rest", () => {
    const models = createModels(keyed);
    expect(models.chain("main", { settings: ["a:b", "openai:gpt-5"], choice: "openai:gpt-5" })).toEqual([
      "openai:gpt-5",
      "a:b",
    ]);
  });
});

describe("a reference", () => {
  it("to a provider without a key is refused with the place where the key is set", async () => {
    const opening = createModels(none).language("google:gemini-2.5-flash");
    await expect(opening).rejects.toMatchObject({
      code: "model_key",
      message: "Google is not set up. Set GOOGLE_GENERATIVE_AI_API_KEY or add a key in Admin → Models.",
    });
  });

  it("to an unknown provider is refused with those that exist", async () => {
    await expect(createModels(none).language("nobody:x")).rejects.toMatchObject({
      code: "model_key",
      message: expect.stringContaining("google, openai"),
    });
  });

  it("to a model of a named provider may contain colons", async () => {
    const models = createModels({
      ...none,
      compatible: [{ name: "ollama", baseURL: "http://127.0.0.1:1/v1" }],
    });
    await expect(models.language("ollama:qwen3:8b")).resolves.toMatchObject({ modelId: "qwen3:8b" });
  });

  it("to an image model of a provider without images is refused", async () => {
    const models = createModels({ ...none, anthropic: { apiKey: "a" } });
    await expect(models.image("anthropic:claude-sonnet-4-6")).rejects.toMatchObject({
      code: "model_rejected",
    });
  });

  it("to the offline guide needs nothing", async () => {
    await expect(createModels(none).language("offline:guide")).resolves.toMatchObject({
      specificationVersion: "v4",
    });
  });
});

describe("what is known of a model", () => {
  it("includes window, output limit, sight and price", () => {
    expect(createModels(keyed).describe("google:gemini-2.5-pro")).toMatchObject({
      contextWindow: 1_048_576,
      maxOutputTokens: 65_536,
      seesImages: true,
      nativeTools: true,
      price: { outputPerMillion: 10 },
    });
  });

  it("is careful for a model that nobody described", () => {
    expect(createModels(keyed).describe("groq:mystery")).toMatchObject({
      contextWindow: 32_000,
      seesImages: false,
      price: null,
    });
  });

  it.each([
    ["http://127.0.0.1:11434/v1", 0],
    ["http://192.168.1.5:8000/v1", 0],
    ["https://api.example.com/v1", undefined],
    ["http://gpu.example.com:8000/v1", undefined],
  ])("has no price where the local server was entered at a public address: %s", (baseURL, price) => {
    const guard = { allowedHosts: [], allowsLoopback: true };
    const models = createModels({ ...none, local: { baseURL, model: "m", guard } });
    expect(models.describe("local:m").price?.outputPerMillion).toBe(price);
    const pricing = {
      unknown: "limit" as const,
      prices: { "local:m": { outputPerMillion: 2, asOf: "2026-11-01" }, "local:n": { asOf: "2026-11-01" } },
    };
    const set = createModels({ ...none, local: { baseURL, model: "m", guard }, pricing });
    expect(set.describe("local:m").price?.outputPerMillion).toBe(2);
    expect(set.describe("local:n").price?.outputPerMillion).toBe(price);
  });

  it("says which models are asked for tools in text", () => {
    const models = createModels({ ...keyed, textTools: ["local:*", "openai:gpt-4.1"] });
    const native = ["local:llama3", "openai:gpt-4.1", "openai:gpt-5"].map(
      (ref) => models.describe(ref).nativeTools,
    );
    expect(native).toEqual([false, false, true]);
  });
});

describe("the providers", () => {
  it("tell where their keys come from and never the keys", () => {
    const states = createModels(keyed).providers();
    expect(states.map(({ id, key }) => [id, key])).toEqual([
      ["google", "panel"],
      ["openai", "environment"],
      ["anthropic", "none"],
      ["local", "environment"],
      ["offline", "unneeded"],
    ]);
    expect(JSON.stringify(states)).not.toContain('"g"');
  });

  it.each(["google", "openai", "anthropic"])("suggest for %s only names that its package declares", (id) => {
    const declarations = readFileSync(`node_modules/@ai-sdk/${id}/dist/index.d.ts`, "utf8");
    const suggested =
      createModels(none)
        .providers()
        .find((provider) => provider.id === id)?.models ?? [];
    const undeclared = suggested
      .map((ref) => ref.slice(id.length + 1))
      .filter((name) => !declarations.includes(`'${name}'`));
    expect(undeclared).toEqual([]);
    expect(suggested.length).toBeGreaterThan(5);
  });
});
