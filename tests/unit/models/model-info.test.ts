import { describe, expect, it } from "vitest";
import { describeModel } from "@/lib/models/model-info";

describe("an open model on a compatible server", () => {
  it.each([
    "local:qwen2.5vl:7b",
    "acme:qwen3-vl-32b",
    "local:llava:13b",
    "acme:llama-3.2-90b-vision",
    "acme:llama-4-scout",
    "acme:pixtral-12b",
  ])("%s is taken to see pictures, by its name", (ref) =>
    expect(describeModel(ref, true)).toMatchObject({
      seesImages: true,
      contextWindow: 32_000,
      price: ref.startsWith("local:") ? { outputPerMillion: 0 } : null,
    }),
  );

  it.each(["local:llama3", "acme:qwen3-8b", "acme:vllm-default", "offline:guide"])("%s is not", (ref) =>
    expect(describeModel(ref, true).seesImages).toBe(false),
  );
});
