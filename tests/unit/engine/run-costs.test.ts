import { describe, expect, it } from "vitest";
import { ask, call, closeAfter, openWith, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

/** A model with a price and a budget of two cents. */
async function openPaid(script: (request: ProviderRequest) => Reply, main = "openai:gpt-4.1") {
  const { provider } = await openWith(script);
  const services = await openTestServices({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    COMPATIBLE_PROVIDERS: `box=${provider.url}/v1`,
    MODEL_MAIN: main,
    MODEL_LITE: "offline:guide",
  });
  closeAfter({ close: () => services.dispose() });
  await services.settings.update({ costBudgetPerRequest: 2 }, 0, "test");
  return { services, provider };
}
const words = Array.from({ length: 1_000 }, (_, index) => `word${index} `.repeat(20));

/** The small model's word that a new fact stands beside all others. */
const separate = JSON.stringify({
  facts: [{ number: 1, withoutSecret: "", category: "preference", tier: "core", sameAs: null, replaces: [] }],
});

describe("what a run costs", () => {
  it("is nothing when the vendor refused the call", async () => {
    const { services } = await openPaid(() => ({ status: 401, message: "bad key" }));
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({
      outcome: "failed",
      reason: "model_key",
      costMicroUsd: 0,
      usage: { inputTokens: 0 },
    });
  });

  it("is bounded also for a model that never stops reasoning, when its reasoning is hidden", async () => {
    const { services } = await openPaid(
      () => ({ parts: [{ type: "reasoning", chunks: words }], usage: null, delayMs: 1 }),
      "box:thinker",
    );
    await services.settings.update({ reasoningVisible: false, costBudgetPerRequest: 2 }, 1, "test");
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({
      outcome: "limited",
      reason: "budget",
      usage: { estimated: true },
    });
    expect(JSON.stringify(reply.parts)).not.toContain("word1");
  });

  it("is bounded also for a model that never stops writing a call", async () => {
    const { services } = await openPaid(
      () => ({
        parts: [{ type: "tool", name: "calculate", input: { expression: words.join("") } }],
        usage: null,
        stallAfter: 4,
      }),
      "box:caller",
    );
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget" });
    expect(JSON.stringify(reply.parts)).not.toContain("input-streaming");
  });

  it("holds what comparing a fact cost that the person asked to be remembered", async () => {
    const { provider } = await openWith(({ model }) => text(model === "gpt-4.1" ? separate : "Noted."));
    const services = await openTestServices({
      LOCAL_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "openai:gpt-4.1",
      MODEL_EMBEDDING: "local:none",
    });
    closeAfter({ close: () => services.dispose() });
    await ask(services, "Hello");
    await services.memory.addByHand("owner", {
      content: "Has moored a small boat at Kiel for years",
      category: "preference",
      tier: "core",
      confidence: 1,
      keywords: [],
    });
    const reply = await ask(services, "Remember that I keep a boat in Kiel.", { message: "m2" });
    expect((await services.memory.list("owner")).facts).toHaveLength(2);
    expect((await services.runs.getRecord("owner", reply.metadata?.runId ?? "")).costByTool).toEqual({
      memory: 80,
    });
  });

  it("is nothing for what the person writes down when they have spent what they may: facts stand beside each other then", async () => {
    const { services, provider } = await openPaid(() => text(separate));
    await services.settings.update({ modelTiers: { lite: ["openai:gpt-4.1"] } }, 1, "test");
    await services.quotas.setOverrides("owner", { centsPerDay: 0 });
    for (const content of [
      "Has moored a small boat at Kiel for years",
      "Keeps a boat in Kiel",
      "Lives in Bonn",
      "Lives in Kiel",
    ]) {
      await services.memory.addByHand("owner", {
        content,
        category: "preference",
        tier: "core",
        confidence: 1,
        keywords: [],
      });
    }
    expect(provider.requests).toEqual([]);
    expect((await services.memory.list("owner")).facts.map(({ content }) => content).toSorted()).toEqual([
      "Has moored a small boat at Kiel for years",
      "Keeps a boat in Kiel",
      "Lives in Bonn",
      "Lives in Kiel",
    ]);
    await services.quotas.setOverrides("owner", null);
    await services.memory.addByHand("owner", {
      content: "Sails a boat at Kiel",
      category: "preference",
      tier: "core",
      confidence: 1,
      keywords: [],
    });
    expect(provider.requests).not.toEqual([]);
  });

  it("counts the tools that are offered: no step is begun whose answer could not be paid", async () => {
    const { services, provider } = await openPaid(() => text("Two."), "openai:gpt-4.1");
    await services.settings.update({ costBudgetPerRequest: 2 }, 1, "test");
    expect((await ask(services)).metadata).toMatchObject({ outcome: "limited", reason: "budget" });
    expect(provider.requests[0]?.body["tool_choice"]).toBe("none");
  });

  it("is planned by the price of the model that has spoken when that is not the first of the chain", async () => {
    const { services, provider } = await openPaid(
      ({ model, turn }) =>
        model === "free"
          ? { status: 400, message: "no" }
          : turn === 0
            ? call("calculate", { expression: "1+1" })
            : text("Two."),
      "local:free,openai:gpt-4.1",
    );
    await services.settings.update({ costBudgetPerRequest: 4 }, 1, "test");
    expect(textOf(await ask(services))).toBe("Two.");
    const asked = provider.requests
      .filter(({ model }) => model === "gpt-4.1")
      .map(({ body }) => body["max_output_tokens"]);
    expect(asked).toEqual([undefined, expect.any(Number)]);
  });

  it("counts the tokens of all calls against the ceiling where the price is unknown", async () => {
    let count = 0;
    const usage = { input: 4_000, output: 100 };
    const { services, provider } = await openPaid((request) => {
      count += 1;
      const isForced = JSON.stringify(request.body["tool_choice"]) === '"none"';
      return isForced
        ? text("So far.")
        : ({ ...call("calculate", { expression: `${count}+1` }), usage } as Reply);
    }, "box:unpriced");
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget", costMicroUsd: 0 });
    expect(textOf(reply)).not.toBe("");
    expect(provider.requests.length).toBeLessThan(5);
    const asked = provider.requests.length * 4_100 - 4_100;
    expect((await services.quotas.read("owner")).used.microUsdToday).toBeGreaterThanOrEqual(asked);
  });
});

describe("a chosen model", () => {
  it("serves when the page offers it, and is refused when only its provider's key is there", async () => {
    const { services, provider } = await openPaid(() => text("Hello."));
    const choose = (model: string, message: string) =>
      services.runs.start("owner", {
        ...toQuestion("Hi", { conversation: message, message }),
        options: { model },
      });
    expect(textOf(await (await choose("openai:gpt-4.1", "m1")).reply)).toBe("Hello.");
    const before = provider.requests.length;
    await expect(choose("openai:o9-pro-unpriced-ultra", "m2")).rejects.toMatchObject({ code: "forbidden" });
    expect(provider.requests).toHaveLength(before);
    await expect(services.conversations.find("owner", "m2")).resolves.toBeNull();
  });
});

describe("a run that is cut", () => {
  it("leaves no call open that was only being written", async () => {
    const { services } = await openWith(() => ({
      parts: [{ type: "tool", name: "calculate", input: { expression: "1+1" } }],
      stallAfter: 4,
    }));
    const started = await services.runs.start("owner", {
      id: "c1",
      trigger: "submit-message",
      message: { id: "m1", role: "user", parts: [{ type: "text", text: "Go" }] },
      options: {},
    });
    for await (const chunk of started.stream().pipeThrough(new TextDecoderStream()))
      if (chunk.includes("tool-input-start")) break;
    await services.runs.stop("owner", "c1");
    const reply = await started.reply;
    expect(reply.parts.find((part) => part.type === "tool-calculate")).toMatchObject({
      state: "output-error",
    });
  });
});

describe("reasoning", () => {
  it("is kept with the time that it took", async () => {
    const { services } = await openWith(() => ({
      parts: [
        { type: "reasoning", chunks: ["Hm, ", "so"] },
        { type: "text", chunks: ["Yes."] },
      ],
      delayMs: 20,
    }));
    const part = (await ask(services)).parts.find(({ type }) => type === "reasoning");
    expect(part).toMatchObject({
      text: "Hm, so",
      providerMetadata: { sextant: { durationMs: expect.any(Number) } },
    });
  });
});
