import { describe, expect, it, onTestFinished } from "vitest";
import { createModels } from "@/lib/models/models";
import { testModel, type ModelTest } from "@/lib/models/test-model";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ReplyPart, Script } from "@/tests/support/wire/reply";

const none = { compatible: [], tiers: {}, keySources: {} };
const { signal } = new AbortController();
const say = (text: string): { parts: ReplyPart[] } => ({ parts: [{ type: "text", chunks: [text] }] });
const call = { parts: [{ type: "tool", name: "read_note", input: { reason: "to see it" } }] } as const;
const readAndSay: Script = ({ turn, isStream }) =>
  isStream && turn === 0 ? { parts: [...call.parts] } : say(isStream ? "A heron." : '{"bird":"heron"}');

async function tryOn(script: Script, ref = "local:tiny", test: Partial<ModelTest> = {}) {
  const server = await startProviderServer(script);
  onTestFinished(server.close);
  const models = createModels({
    ...{ ...none, local: { baseURL: `${server.url}/v1` } },
    openai: { apiKey: "sk-secret", baseURL: `${server.url}/v1` },
  });
  return { reply: await testModel(models, ref, { signal, ...test }), requests: server.requests };
}

describe("a model that is tried", () => {
  it.each(["local:tiny", "openai:gpt-5.4"])(
    "is asked as replies ask it, by a stream with a tool: %s",
    async (ref) => {
      const { reply, requests } = await tryOn(readAndSay, ref, { tiers: ["main"], temperature: 0.3 });
      expect(reply).toEqual({ ok: true, message: "", lacks: [], latencyMs: expect.any(Number) });
      expect(requests.map(({ isStream, turn }) => [isStream, turn])).toEqual([
        [true, 0],
        [true, 1],
      ]);
      for (const { body } of requests) expect(JSON.stringify(body["tools"])).toContain("read_note");
      expect(requests[0]?.body["temperature"]).toBe(ref === "local:tiny" ? 0.3 : undefined);
    },
  );

  it("that calls no tool is said to lack it", async () => {
    expect((await tryOn(() => say("Some bird."))).reply).toMatchObject({ ok: true, lacks: ["tools"] });
  });

  it("that says nothing after its tool's result is said to", async () => {
    const { reply } = await tryOn(() => ({ parts: [...call.parts] }));
    expect(reply).toMatchObject({ ok: true, lacks: ["results"] });
  });

  it("that refuses tools is asked with its tools in text, and said to lack native ones", async () => {
    const { reply } = await tryOn(({ body }) =>
      body["tools"] === undefined ? say("OK") : { status: 400, message: "tiny does not support tools" },
    );
    expect(reply).toMatchObject({ ok: true, lacks: ["tools"] });
  });

  it("for small questions is asked for a structured answer, and said to lack it", async () => {
    const good = await tryOn(readAndSay, "local:tiny", { tiers: ["lite"] });
    expect(good.reply).toMatchObject({ ok: true, lacks: [] });
    expect(good.requests.map(({ isStream }) => isStream)).toEqual([false]);
    const bad = await tryOn(
      ({ isStream }) => say(isStream ? "Heron." : "A heron, I would say."),
      "local:tiny",
      {
        tiers: ["main", "lite"],
      },
    );
    expect(bad.reply).toMatchObject({ ok: true, lacks: ["tools", "forms"] });
  });

  it("for pictures or vectors makes one, as its name or its use says", async () => {
    const script: Script = ({ kind }) => ({
      parts:
        kind === "image"
          ? [{ type: "image", base64: "iVBORw0KGgo=", mediaType: "image/png" }]
          : [{ type: "embedding", values: [0.1, 0.2] }],
    });
    const kinds = async (ref: string, test: Partial<ModelTest> = {}) => {
      const { reply, requests } = await tryOn(script, ref, test);
      return [reply.ok, ...requests.map(({ kind }) => kind)];
    };
    expect(await kinds("openai:text-embedding-3-small")).toEqual([true, "embedding"]);
    expect(await kinds("openai:gpt-image-1")).toEqual([true, "image"]);
    expect(await kinds("local:vectors", { tiers: ["embedding"] })).toEqual([true, "embedding"]);
  });

  it("says what is wrong instead of throwing, and not the key", async () => {
    const message = "Incorrect API key provided: sk-secret";
    const { reply } = await tryOn(() => ({ status: 401, message }), "openai:gpt-5.4");
    expect(reply).toMatchObject({ ok: false, message: expect.stringContaining("OPENAI_API_KEY") });
    expect(reply.message).not.toContain("sk-secret");
  });
});
