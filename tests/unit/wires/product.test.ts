import { describe, expect, it } from "vitest";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { openProduct } from "@/tests/support/wire/product";
import { readModelRequest } from "@/tests/support/wire/read-request";
import type { Script } from "@/tests/support/wire/reply";
import { anthropic, gemini, openai, vendors } from "@/tests/support/wire/vendors";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const thought = "Two things to find out";
const question = "What is 18 % of 250, and what time is it in Tokyo?";

/** Two calls at once, one more, then the answer. */
const loop: Script = ({ turn }) => {
  if (turn === 0) {
    return {
      parts: [
        { type: "reasoning", chunks: [thought, "."] },
        { type: "tool", name: "calculate", input: { expression: "18% of 250" }, id: "first_a" },
        { type: "tool", name: "get_current_time", input: { timezone: "Asia/Tokyo" }, id: "first_b" },
      ],
      usage: { input: 1000, output: 40, reasoning: 12, cached: 400 },
    };
  }
  if (turn === 1)
    return {
      parts: [{ type: "tool", name: "calculate", input: { expression: "45*2" }, id: "second" }],
      usage: { input: 1100, output: 10 },
    };
  return { parts: [{ type: "text", chunks: ["It is ", "45."] }], usage: { input: 1200, output: 20 } };
};

describe.for(vendors)("the product over the wire of $name", (vendor) => {
  it("runs the loop with two calls at once and gives each result back under its call's id", async ({
    onTestFinished,
  }) => {
    const { ask, views } = await openProduct(vendor, loop, onTestFinished);
    const { reply } = await ask(question);
    expect(reply.metadata).toMatchObject({ outcome: "completed", model: vendor.ref });
    expect(textOf(reply)).toBe("It is 45.");
    expect(toolParts(reply)).toMatchObject([
      { type: "tool-calculate", state: "output-available", output: { ok: true, data: { result: "45" } } },
      { type: "tool-get_current_time", state: "output-available", output: { ok: true } },
      { type: "tool-calculate", state: "output-available", output: { ok: true } },
    ]);
    expect(views().map(({ calls }) => calls.map(({ id }) => id))).toEqual([
      [],
      ["first_a", "first_b"],
      ["first_a", "first_b", "second"],
    ]);
    expect(views().map(({ results }) => results)).toEqual([
      [],
      ["first_a", "first_b"],
      ["first_a", "first_b", "second"],
    ]);
  });

  it("shows the reasoning where it is to be seen", async ({ onTestFinished }) => {
    const { ask } = await openProduct(vendor, loop, onTestFinished);
    const { reply, events } = await ask(question);
    expect(reply.parts.filter((part) => part.type === "reasoning").map(({ text }) => text)).toEqual([
      `${thought}.`,
    ]);
    expect(JSON.stringify(events)).toContain(thought);
  });

  it("shows the reasoning nowhere when it is not: neither in the stream, the stored message nor the run's record", async ({
    onTestFinished,
  }) => {
    const { ask, change, services } = await openProduct(vendor, loop, onTestFinished);
    await change({ reasoningVisible: false });
    const { reply, events } = await ask(question);
    const stored = await services.runs.readConversation("owner", "c1", { limit: 10 });
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(textOf(reply)).toBe("It is 45.");
    expect(JSON.stringify([events, stored, record])).not.toContain(thought);
  });

  it("sums usage and cost over the steps", async ({ onTestFinished }) => {
    const costs: Record<string, number> = {
      "google:gemini-3.5-flash": 5_040,
      "openai:gpt-5.4-mini": 2_520,
      "anthropic:claude-sonnet-4-6": 9_870,
    };
    const { ask } = await openProduct(vendor, loop, onTestFinished);
    const { reply } = await ask(question);
    expect(reply.metadata?.usage).toMatchObject({
      inputTokens: 3300,
      outputTokens: 70,
      cachedInputTokens: 400,
    });
    expect(reply.metadata?.costMicroUsd).toBe(costs[vendor.ref] ?? 0);
  });

  it("says once that the price is unknown where it is, and else nothing", async ({ onTestFinished }) => {
    const { ask } = await openProduct(vendor, loop, onTestFinished);
    const { reply } = await ask(question);
    const notices = reply.parts.flatMap((part) => (part.type === "data-notice" ? [part.data] : []));
    expect(notices).toEqual(vendor.hasPrice ? [] : [{ kind: "budget", code: "unknownPrice" }]);
  });

  it("sends the person's picture as bytes", async ({ onTestFinished }) => {
    const { ask, views } = await openProduct(
      vendor,
      () => ({ parts: [{ type: "text", chunks: ["A dot."] }] }),
      onTestFinished,
    );
    const { reply } = await ask("What is this?", { picture: png });
    expect(textOf(reply)).toBe("A dot.");
    expect(views().map(({ pictures }) => pictures)).toEqual([[png]]);
  });

  it("keeps system text and conversation as they are from step to step: each request begins with the one before", async ({
    onTestFinished,
  }) => {
    const { ask, views } = await openProduct(vendor, loop, onTestFinished);
    await ask(question);
    const [first, second, third] = views();
    expect(first?.system).toMatch(/^You are Sextant/);
    expect([second?.system, third?.system]).toEqual([first?.system, first?.system]);
    // Where the vendor shall keep what it has read is no part of what it reads.
    const toText = (messages: unknown) =>
      JSON.stringify(messages).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
    expect(toText(second?.messages.slice(0, first?.messages.length))).toBe(toText(first?.messages));
    expect(toText(third?.messages.slice(0, second?.messages.length))).toBe(toText(second?.messages));
    expect([first?.messages.length, third?.tools]).toEqual([1, first?.tools]);
  });

  it("tells the styles apart by their block alone", async ({ onTestFinished }) => {
    const { ask, views } = await openProduct(
      vendor,
      () => ({ parts: [{ type: "text", chunks: ["ok"] }] }),
      onTestFinished,
    );
    for (const style of ["tool_first", "balanced", "direct"] as const)
      await ask("Hello", { message: style, style });
    const texts = views().map(({ system }) => system);
    expect(new Set(texts).size).toBe(3);
    expect(new Set(texts.map((text) => text.replace(/<style[\s\S]*<\/style>/, ""))).size).toBe(1);
  });

  it("sends the temperature of the settings to a model that takes one", async ({ onTestFinished }) => {
    const { ask, change, views } = await openProduct(vendor, loop, onTestFinished, {
      MODEL_MAIN: vendor.sampling,
    });
    await change({ temperature: 0.3 });
    await ask(question);
    expect(views().map(({ temperature }) => temperature)).toEqual([0.3, 0.3, 0.3]);
  });

  it("asks for the answer at the limit with the tools in the request and the choice of none", async ({
    onTestFinished,
  }) => {
    const script: Script = (request) =>
      readModelRequest(request).toolChoice === "none"
        ? { parts: [{ type: "text", chunks: ["So far: 45."] }] }
        : loop(request);
    const { ask, change, views } = await openProduct(vendor, script, onTestFinished);
    await change({ maxIterations: 2 });
    const { reply } = await ask(question);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "iterations" });
    expect(textOf(reply)).toBe("So far: 45.");
    expect(views().at(-1)).toMatchObject({ toolChoice: "none", tools: views()[0]?.tools });
  });

  it("gives the conversation the title that the small model writes", async ({ onTestFinished }) => {
    const script: Script = (request) =>
      request.isStream
        ? loop(request)
        : { parts: [{ type: "text", chunks: ["Percent and ", "Tokyo time"] }] };
    const { ask, provider, services } = await openProduct(vendor, script, onTestFinished, {
      MODEL_LITE: vendor.lite,
    });
    await ask(question);
    await expect
      .poll(async () => (await services.runs.readConversation("owner", "c1", { limit: 1 })).title)
      .toBe("Percent and Tokyo time");
    expect(
      provider.requests
        .filter(({ body }) => JSON.stringify(body).includes("Write a title"))
        .map(({ model }) => `${vendor.ref.split(":")[0]}:${model}`),
    ).toEqual([vendor.lite]);
  });
});

describe("what only one vendor asks for", () => {
  it("Gemini gets each call's signature back with the call", async ({ onTestFinished }) => {
    const { ask, calls } = await openProduct(gemini, loop, onTestFinished);
    await ask(question);
    const contents = calls()[1]?.body["contents"];
    expect(contents).toMatchObject([
      { role: "user" },
      {
        role: "model",
        parts: [
          { thought: true, thoughtSignature: "c2lnbmVk" },
          { functionCall: { id: "first_a", name: "calculate" }, thoughtSignature: "c2lnbmVk" },
          { functionCall: { id: "first_b", name: "get_current_time" }, thoughtSignature: "c2lnbmVk" },
        ],
      },
      {
        role: "user",
        parts: [{ functionResponse: { id: "first_a" } }, { functionResponse: { id: "first_b" } }],
      },
    ]);
  });

  it("OpenAI is told to keep nothing and gets its sealed reasoning back in front of the calls", async ({
    onTestFinished,
  }) => {
    const { ask, calls } = await openProduct(openai, loop, onTestFinished);
    await ask(question);
    expect(calls().map(({ body }) => body["store"])).toEqual([false, false, false]);
    const types = calls().map(({ body }) =>
      (body["input"] as { type?: string; role?: string }[]).map(({ type, role }) => type ?? role),
    );
    const begin = [
      expect.stringMatching(/system|developer/),
      "user",
      "reasoning",
      "function_call",
      "function_call",
      "function_call_output",
      "function_call_output",
    ];
    expect(types[2]).toEqual([...begin, "function_call", "function_call_output"]);
    expect(JSON.stringify(calls()[2]?.body)).toContain('"encrypted_content":"sealed-0"');
    expect(JSON.stringify(calls()[2]?.body)).not.toContain("item_reference");
  });

  it("Claude gets its signed thinking back in front of the calls, and both results in one message", async ({
    onTestFinished,
  }) => {
    const { ask, calls } = await openProduct(anthropic, loop, onTestFinished);
    await ask(question);
    expect(calls()[1]?.body["messages"]).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", signature: "signed" },
          { type: "tool_use", id: "first_a" },
          { type: "tool_use", id: "first_b" },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "first_a" },
          { type: "tool_result", tool_use_id: "first_b" },
        ],
      },
    ]);
  });

  it("Claude is told what to keep: the system text, what came before the question, and all of it; and what keeping costs is counted", async ({
    onTestFinished,
  }) => {
    const { ask, calls } = await openProduct(
      anthropic,
      (request) =>
        request.turn === 0
          ? {
              parts: [{ type: "text", chunks: ["Hello."] }],
              usage: { input: 1000, output: 0, cached: 400, written: 500 },
            }
          : loop(request),
      onTestFinished,
    );
    const { reply } = await ask("Hello");
    expect(reply.metadata?.usage).toMatchObject({
      inputTokens: 1000,
      cachedInputTokens: 400,
      cacheWriteTokens: 500,
    });
    // 100 at 3, 400 at 0.3 and 500 at 3.75 dollars a million.
    expect(reply.metadata?.costMicroUsd).toBe(2295);
    await ask("And now?", { message: "m2" });
    const marked = (message: { content: string | { cache_control?: object }[] }) =>
      typeof message.content !== "string" && message.content.at(-1)?.cache_control !== undefined;
    const body = calls()[1]?.body as
      { system: { cache_control?: object }[]; messages: Parameters<typeof marked>[0][] } | undefined;
    expect(body?.system.at(-1)?.cache_control).toEqual({ type: "ephemeral" });
    expect(body?.messages.map(marked)).toEqual([false, true, true]);
  });

  it.for([openai, anthropic])(
    "$name gets no temperature for a model that thinks",
    async (vendor, { onTestFinished }) => {
      const { ask, change, views } = await openProduct(vendor, loop, onTestFinished);
      await change({ temperature: 0.3 });
      await ask(question);
      expect(views().map(({ temperature }) => temperature)).toEqual([null, null, null]);
    },
  );
});
