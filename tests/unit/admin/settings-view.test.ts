import { describe, expect, it } from "vitest";
import { toModelsConfig } from "@/lib/admin/models-config";
import { toClientSettings, toSettingsReply } from "@/lib/admin/settings-view";
import { parseEnv } from "@/lib/env";
import { createModels } from "@/lib/models/models";
import { defaultSettings } from "@/lib/protocol/settings";
import { createEngines } from "@/lib/search/catalog";

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
const nothing = { keys: {}, server: null };
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
    expect(toClientSettings(record, offline, "admin")).toMatchObject({
      offline: true,
      defaultModel: "offline:guide",
    });
  });

  it("offers the models of the main and the pro tier once each", () => {
    const view = toClientSettings(record, keyed, "admin");
    expect(view.offline).toBe(false);
    expect(view.models.map(({ ref }) => ref)).toEqual(["openai:a", "openai:b", "openai:c"]);
  });

  it("lets the settings' chain stand before the environment's", () => {
    const settings = {
      ...defaultSettings,
      modelTiers: { ...defaultSettings.modelTiers, main: ["openai:z"] },
    };
    expect(toClientSettings({ ...record, settings }, keyed, "admin").defaultModel).toBe("openai:z");
  });
});
