import { describe, expect, it } from "vitest";
import { describeModel } from "@/lib/models/model-info";
import { createModels } from "@/lib/models/models";

describe("a model's window", () => {
  it("is what was set, and then an answer takes at most a quarter of it", () => {
    expect(describeModel("local:qwen3", { nativeTools: true, setWindow: 8_192 })).toMatchObject({
      contextWindow: 8_192,
      maxOutputTokens: 2_048,
    });
    expect(describeModel("local:qwen3", { nativeTools: true, setWindow: 262_144 })).toMatchObject({
      contextWindow: 262_144,
      maxOutputTokens: 4_096,
    });
  });

  it("is set for a model by its name before all of its provider", () => {
    const models = createModels({
      compatible: [],
      tiers: {},
      keySources: {},
      windows: { "local:*": 16_384, "local:qwen3:8b": 40_000 },
    });
    expect(
      ["local:qwen3:8b", "local:other", "google:gemini-2.5-flash"].map(
        (ref) => models.describe(ref).contextWindow,
      ),
    ).toEqual([40_000, 16_384, 1_048_576]);
  });
});

describe("an open model on a compatible server", () => {
  it.each([
    "local:qwen2.5vl:7b",
    "acme:qwen3-vl-32b",
    "local:llava:13b",
    "acme:llama-3.2-90b-vision",
    "acme:llama-4-scout",
    "acme:pixtral-12b",
  ])("%s is taken to see pictures, by its name", (ref) =>
    expect(describeModel(ref, { nativeTools: true })).toMatchObject({
      seesImages: true,
      contextWindow: 32_000,
      price: ref.startsWith("local:") ? { outputPerMillion: 0 } : null,
    }),
  );

  it.each(["local:llama3", "acme:qwen3-8b", "acme:vllm-default", "offline:guide"])("%s is not", (ref) =>
    expect(describeModel(ref, { nativeTools: true }).seesImages).toBe(false),
  );
});
