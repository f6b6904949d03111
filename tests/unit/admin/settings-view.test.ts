import { describe, expect, it } from "vitest";
import { toModelsConfig } from "@/lib/features/settings/models-config";
import { toClientSettings, toSettingsReply } from "@/lib/features/settings/settings-view";
import { parseEnv } from "@/lib/env";
import { createModels } from "@/lib/models/models";
import { defaultSettings } from "@/lib/protocol/settings";
import { createEngines } from "@/lib/features/web/search/catalog";

const record = {
  version: 3,
  settings: defaultSettings,
  updatedAt: 1,
  updatedBy: "Ada",
  keysVersion: 2,
  fallback: null,
};
const engines = createEngines({
  env: parseEnv({ MEDIAWIKI_URL: "https://bot:very-secret@wiki.example.org/w/" }),
  keys: { brave: "very-secret" },
});
const nothing = { keys: {}, servers: [] };
const offline = createModels(toModelsConfig(parseEnv({}), nothing));
const keyed = createModels(
  toModelsConfig(
    parseEnv({ OPENAI_API_KEY: "sk-very-secret", MODEL_MAIN: "openai:a,openai:b", MODEL_PRO: "openai:c" }),
    nothing,
  ),
);

describe("what the admin page shows", () => {
  it("is the settings with defaults, providers and the chains that serve", () => {
    const reply = toSettingsReply(record, { models: offline, engines, defaults: defaultSettings });
    expect(reply).toMatchObject({ version: 3, updatedBy: "Ada", defaults: defaultSettings });
    expect(reply.effectiveTiers).toMatchObject({ main: ["offline:guide"], image: [] });
    expect(reply.providers.find(({ id }) => id === "offline")?.key).toBe("unneeded");
    expect(reply.engines).toEqual([
      { id: "searxng", name: "SearXNG", key: "unneeded", where: "", needs: "SEARXNG_URL" },
      { id: "brave", name: "Brave Search", key: "panel", where: "https://api.search.brave.com" },
      { id: "tavily", name: "Tavily", key: "none", where: "https://api.tavily.com" },
      {
        id: "google-search",
        name: "Google Programmable Search",
        key: "none",
        where: "https://customsearch.googleapis.com",
        needs: "GOOGLE_SEARCH_ENGINE_ID",
      },
      { id: "mediawiki", name: "MediaWiki", key: "unneeded", where: "https://wiki.example.org/w" },
    ]);
  });

  it("says where a key comes from and never what it is", () => {
    const reply = toSettingsReply(record, { models: keyed, engines, defaults: defaultSettings });
    expect(reply.providers.find(({ id }) => id === "openai")?.key).toBe("environment");
    expect(JSON.stringify(reply)).not.toContain("very-secret");
  });
});

describe("what the chat page knows", () => {
  it("says that only the guide serves", () => {
    expect(toClientSettings(record, { models: offline, engines }, "admin")).toMatchObject({
      offline: true,
      defaultModel: "offline:guide",
    });
  });

  it("offers the models of the main and the pro tier once each", () => {
    const view = toClientSettings(record, { models: keyed, engines }, "admin");
    expect(view.offline).toBe(false);
    expect(view.models.map(({ ref }) => ref)).toEqual(["openai:a", "openai:b", "openai:c"]);
  });

  it("lets the settings' chain stand before the environment's", () => {
    const settings = {
      ...defaultSettings,
      modelTiers: { ...defaultSettings.modelTiers, main: ["openai:z"] },
    };
    expect(toClientSettings({ ...record, settings }, { models: keyed, engines }, "admin").defaultModel).toBe(
      "openai:z",
    );
  });

  it("tells of a model what is known of it, and of the rest that it is not", () => {
    const prices = { "openai:a": { inputPerMillion: 1, outputPerMillion: 4, asOf: "2026-11-24" } };
    const models = createModels({
      compatible: [],
      tiers: { main: ["openai:gpt-4.1", "openai:a", "local:b"] },
      keySources: {},
      windows: { "local:b": 16_000 },
      pricing: { prices, unknown: "limit" },
    });
    expect(toClientSettings(record, { models, engines }, "admin").models.slice(0, 3)).toMatchObject([
      { label: "gpt-4.1", contextWindow: 1_047_576, price: { inputPerMillion: 2, outputPerMillion: 8 } },
      { label: "a", contextWindow: null, price: { inputPerMillion: 1, outputPerMillion: 4 } },
      { label: "b", contextWindow: 16_000, price: { inputPerMillion: 0, outputPerMillion: 0 } },
    ]);
  });

  it("names the engines that can keep to a focus, and none where the web is not searched", () => {
    const listed = createEngines({
      env: parseEnv({ SEARXNG_URL: "http://127.0.0.1:9", TAVILY_API_KEY: "k" }),
      keys: {},
    });
    const view = (changes: object) =>
      toClientSettings(
        { ...record, settings: { ...defaultSettings, ...changes } },
        { models: keyed, engines: listed },
        "admin",
      ).focusEngines;
    expect(view({})).toEqual({
      news: ["SearXNG", "Tavily"],
      academic: ["SearXNG"],
      site: ["SearXNG", "Tavily"],
    });
    expect(view({ disabledEngines: ["searxng"] })).toEqual({
      news: ["Tavily"],
      academic: [],
      site: ["Tavily"],
    });
    expect(view({ webSearchEnabled: false })).toBeNull();
  });
});
