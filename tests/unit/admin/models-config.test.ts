import { describe, expect, it } from "vitest";
import { toModelsConfig } from "@/lib/features/settings/models-config";
import { parseEnv } from "@/lib/env";

const nothing = { keys: {}, servers: [] };

describe("toModelsConfig", () => {
  it("reaches nobody without keys", () => {
    expect(toModelsConfig(parseEnv({}), nothing)).toEqual({
      compatible: [],
      tiers: {},
      keySources: {},
      textTools: [],
      windows: {},
      listedWindows: {},
    });
  });

  it("takes the environment's key before the panel's, and says where each comes from", () => {
    const config = toModelsConfig(parseEnv({ GOOGLE_GENERATIVE_AI_API_KEY: "from-env" }), {
      ...nothing,
      keys: { google: "from-panel", openai: "from-panel" },
    });
    expect(config.google).toEqual({ apiKey: "from-env" });
    expect(config.openai).toEqual({ apiKey: "from-panel" });
    expect(config.keySources).toEqual({ google: "environment", openai: "panel" });
  });

  it("reaches local and named servers with or without a key", () => {
    const env = parseEnv({
      LOCAL_BASE_URL: "http://127.0.0.1:1/v1",
      LOCAL_MODEL: "m",
      COMPATIBLE_PROVIDERS: "groq=https://g.example/v1,box=http://127.0.0.1:2/v1",
      GROQ_API_KEY: "k",
    });
    const config = toModelsConfig(env, { ...nothing, keys: { box: "panel-key" } });
    expect(config.local).toEqual({ baseURL: "http://127.0.0.1:1/v1", model: "m" });
    expect(config.compatible).toEqual([
      { name: "groq", baseURL: "https://g.example/v1", apiKey: "k" },
      { name: "box", baseURL: "http://127.0.0.1:2/v1", apiKey: "panel-key" },
    ]);
  });

  it("guards an entered server, and sends it no key but its own", () => {
    const server = { baseURL: "http://127.0.0.1:9/v1", model: "m" };
    const toLocal = (env: Record<string, string>, keys: Record<string, string> = {}) =>
      toModelsConfig(parseEnv(env), { keys, servers: [{ ...server, name: "local", contextWindow: null }] })
        .local;
    expect(toLocal({ LOCAL_API_KEY: "from-env" })).toEqual({
      ...server,
      guard: { allowedHosts: [], allowsLoopback: true },
    });
    expect(toLocal({}, { local: "entered" })).toMatchObject({ apiKey: "entered" });
    const site = { AUTH_URL: "https://site.example", WEB_FETCH_ALLOWED_HOSTS: "10.0.0.5:8000" };
    expect(toLocal(site)?.guard).toEqual({ allowedHosts: ["10.0.0.5:8000"], allowsLoopback: false });
    expect(toLocal({ LOCAL_BASE_URL: "http://127.0.0.1:1/v1" })).toEqual({
      baseURL: "http://127.0.0.1:1/v1",
    });
  });

  it("reaches entered servers by their names, and lets the environment's of a name stand before them", () => {
    const box = { name: "box", baseURL: "http://127.0.0.1:9/v1", model: "m", contextWindow: 8_192 };
    const access = { keys: { box: "k" }, servers: [box] };
    const entered = toModelsConfig(parseEnv({}), access);
    expect(entered.compatible).toEqual([
      { ...{ name: "box", baseURL: box.baseURL, model: "m", apiKey: "k" }, guard: expect.any(Object) },
    ]);
    expect(entered.keySources).toEqual({ box: "panel" });
    expect(entered.listedWindows).toEqual({ "box:m": 8_192 });
    const named = toModelsConfig(parseEnv({ COMPATIBLE_PROVIDERS: "box=https://g.example/v1" }), access);
    expect(named.compatible).toEqual([{ name: "box", baseURL: "https://g.example/v1" }]);
  });

  it("takes the tiers that the environment names", () => {
    expect(toModelsConfig(parseEnv({ MODEL_MAIN: "local:a,local:b" }), nothing).tiers).toEqual({
      main: ["local:a", "local:b"],
    });
  });
});
