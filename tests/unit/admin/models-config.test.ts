import { describe, expect, it } from "vitest";
import { toModelsConfig } from "@/lib/admin/models-config";
import { parseEnv } from "@/lib/env";

describe("toModelsConfig", () => {
  it("reaches nobody without keys", () => {
    expect(toModelsConfig(parseEnv({}), {})).toEqual({
      compatible: [],
      tiers: {},
      keySources: {},
      textTools: [],
      windows: {},
    });
  });

  it("takes the environment's key before the panel's, and says where each comes from", () => {
    const config = toModelsConfig(parseEnv({ GOOGLE_GENERATIVE_AI_API_KEY: "from-env" }), {
      google: "from-panel",
      openai: "from-panel",
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
    const config = toModelsConfig(env, { box: "panel-key" });
    expect(config.local).toEqual({ baseURL: "http://127.0.0.1:1/v1", model: "m" });
    expect(config.compatible).toEqual([
      { name: "groq", baseURL: "https://g.example/v1", apiKey: "k" },
      { name: "box", baseURL: "http://127.0.0.1:2/v1", apiKey: "panel-key" },
    ]);
  });

  it("takes the tiers that the environment names", () => {
    expect(toModelsConfig(parseEnv({ MODEL_MAIN: "local:a,local:b" }), {}).tiers).toEqual({
      main: ["local:a", "local:b"],
    });
  });
});
