import { describe, expect, it } from "vitest";
import { checkModels } from "@/lib/doctor/check-models";
import { parseEnv } from "@/lib/env";

const check = (source: Record<string, string>) =>
  Object.fromEntries(checkModels(parseEnv(source)).map((finding) => [finding.check, finding]));

describe("checkModels", () => {
  it("names the guide where no key is set", () => {
    expect(check({})["model main"]).toMatchObject({
      status: "missing",
      text: expect.stringContaining("the offline guide answers"),
    });
  });

  it("names the chain of each tier that has a key, and not the key", () => {
    const found = check({ OPENAI_API_KEY: "sk-hunter2", MODEL_MAIN: "openai:gpt-x, offline:guide" });
    expect(found["model main"]).toEqual({
      check: "model main",
      status: "ok",
      text: "openai:gpt-x, offline:guide",
    });
    expect(found["model image"]).toMatchObject({ status: "ok" });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("refuses a chain that names a provider without a key", () => {
    const found = check({ OPENAI_API_KEY: "k", MODEL_PRO: "openai:gpt-x,anthropic:claude-x" });
    expect(found["model pro"]).toMatchObject({
      status: "failed",
      text: expect.stringContaining("anthropic:claude-x"),
    });
  });
});
