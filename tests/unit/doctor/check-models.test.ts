import { describe, expect, it } from "vitest";
import { checkModels } from "@/lib/features/doctor/check-models";
import type { Finding } from "@/lib/features/doctor/finding";
import { parseEnv } from "@/lib/env";
import { closeAfter } from "@/tests/support/scripted-services";
import { startProviderServer, type ServerOptions } from "@/tests/support/wire/provider-server";

type Found = Record<string, Finding | undefined>;

async function check(source: Record<string, string>, isAsking = false): Promise<Found> {
  const options = { isAsking, signal: new AbortController().signal };
  const findings = await checkModels(parseEnv(source), options);
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

async function openServer(options: ServerOptions = {}) {
  const server = await startProviderServer(() => ({ parts: [{ type: "text", chunks: ["OK"] }] }), options);
  closeAfter(server);
  return server;
}

describe("the doctor's lines on models, by the environment alone", () => {
  it("name the guide where no key is set", async () => {
    expect((await check({}))["model main"]).toMatchObject({
      status: "missing",
      text: expect.stringContaining("the offline guide answers"),
    });
  });

  it("call the chain of each tier that has a key not asked, and never ok, and do not name the key", async () => {
    const found = await check({ OPENAI_API_KEY: "sk-hunter2", MODEL_MAIN: "openai:gpt-x, offline:guide" });
    expect(found["model main"]).toEqual({
      check: "model main",
      status: "not asked",
      text: "openai:gpt-x, offline:guide",
    });
    expect(Object.values(found).map((finding) => finding?.status)).not.toContain("ok");
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("refuse a chain that names a provider without a key, with its variable", async () => {
    const found = await check({ OPENAI_API_KEY: "k", MODEL_PRO: "openai:gpt-x,anthropic:claude-x" });
    expect(found["model pro"]).toEqual({
      check: "model pro",
      status: "failed",
      text: "anthropic:claude-x has no key. Set ANTHROPIC_API_KEY or add a key in Admin → Models.",
    });
  });
});

describe("the doctor's lines on models that were asked", () => {
  it("are ok where the provider lists the model, which takes no call of it", async () => {
    const server = await openServer({ models: ["x"] });
    const found = await check({ LOCAL_BASE_URL: `${server.url}/v1`, LOCAL_MODEL: "x" }, true);
    expect(found["model main"]).toEqual({ check: "model main", status: "ok", text: "local:x" });
    expect(server.requests).toEqual([]);
  });

  it("are ok where a model that is not listed answers", async () => {
    const server = await openServer({ models: ["another"] });
    const found = await check({ LOCAL_BASE_URL: `${server.url}/v1`, LOCAL_MODEL: "x" }, true);
    expect(found["model main"]).toMatchObject({ status: "ok" });
    expect(server.requests.map(({ model }) => model)).toContain("x");
  });

  it("fail where nothing listens, with the variable of the address", async () => {
    const found = await check({ LOCAL_BASE_URL: "http://127.0.0.1:9/v1", LOCAL_MODEL: "x" }, true);
    for (const tier of ["main", "lite", "pro"])
      expect(found[`model ${tier}`]).toEqual({
        check: `model ${tier}`,
        status: "failed",
        text: "Local server does not answer. Check LOCAL_BASE_URL",
      });
  });

  it.each([
    ["OPENAI_API_KEY", { OPENAI_BASE_URL: "/v1", MODEL_MAIN: "openai:x" }],
    ["ANTHROPIC_API_KEY", { ANTHROPIC_BASE_URL: "/v1", MODEL_MAIN: "anthropic:x" }],
    ["GOOGLE_GENERATIVE_AI_API_KEY", { GOOGLE_BASE_URL: "/v1beta", MODEL_MAIN: "google:x" }],
    ["LOCAL_API_KEY", { LOCAL_BASE_URL: "/v1", MODEL_MAIN: "local:x" }],
    ["GROQ_API_KEY", { COMPATIBLE_PROVIDERS: "groq=/v1", MODEL_MAIN: "groq:x" }],
  ])("fail on a wrong key, name %s and not the key", async (variable, source) => {
    const server = await openServer({ key: "the-right-one", models: ["x"] });
    const addressed = Object.entries(source).map(([name, value]) => [
      name,
      value.replace(/(^|=)\//, `$1${server.url}/`),
    ]);
    const found = await check({ ...Object.fromEntries(addressed), [variable]: "sk-hunter2" }, true);
    expect(found["model main"]).toMatchObject({
      status: "failed",
      text: expect.stringMatching(new RegExp(`refused the key\\. Check ${variable}$`)) as string,
    });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("call a model whose provider's list says nothing of the key", async () => {
    const server = await openServer({ models: ["x"] });
    const source = { COMPATIBLE_PROVIDERS: `groq=${server.url}/v1`, GROQ_API_KEY: "k", MODEL_MAIN: "groq:x" };
    expect((await check(source, true))["model main"]).toMatchObject({ status: "ok" });
    expect(server.requests).toHaveLength(1);
  });
});
