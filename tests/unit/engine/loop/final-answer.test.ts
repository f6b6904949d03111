import { generateText, jsonSchema, streamText, tool, wrapLanguageModel, type ToolSet } from "ai";
import { describe, expect, it } from "vitest";
import { finalAnswerMiddleware, finalAnswerOptions } from "@/lib/engine/loop/final-answer";
import { createModels } from "@/lib/models/models";
import { closeAfter } from "@/tests/support/scripted-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const tools: ToolSet = {
  look: tool({ description: "Looks.", inputSchema: jsonSchema<unknown>({ type: "object", properties: {} }) }),
};

/** A model that calls a tool whatever it is told, and says a word as well. */
async function openDisobedient() {
  const provider = await startProviderServer(() => ({
    parts: [
      { type: "text", chunks: ["So be it."] },
      { type: "tool", name: "look", input: {} },
    ],
    usage: null,
  }));
  closeAfter(provider);
  const models = createModels({
    local: { baseURL: `${provider.url}/v1` },
    compatible: [],
    tiers: {},
    keySources: {},
  });
  return {
    provider,
    model: wrapLanguageModel({ model: await models.language("local:m"), middleware: finalAnswerMiddleware }),
  };
}

describe("the forced answer", () => {
  it("keeps the tools in the request, tells the vendor to call none, and drops a call made anyway", async () => {
    const { provider, model } = await openDisobedient();
    const result = streamText({
      model,
      tools,
      prompt: "Answer now.",
      providerOptions: finalAnswerOptions,
      maxRetries: 0,
    });
    expect(await result.text).toBe("So be it.");
    expect(await result.toolCalls).toEqual([]);
    expect(await result.finishReason).toBe("stop");
    expect(provider.requests[0]?.body).toMatchObject({
      tool_choice: "none",
      tools: [{ function: { name: "look" } }],
    });
  });

  it("leaves every other call as it is", async () => {
    const { provider, model } = await openDisobedient();
    const result = streamText({ model, tools, prompt: "Go on.", maxRetries: 0 });
    expect((await result.toolCalls).map(({ toolName }) => toolName)).toEqual(["look"]);
    expect(provider.requests[0]?.body["tool_choice"]).not.toBe("none");
  });

  it("asks for nothing special where no tool is offered", async () => {
    const { provider, model } = await openDisobedient();
    await generateText({ model, prompt: "Answer now.", providerOptions: finalAnswerOptions, maxRetries: 0 });
    expect(provider.requests[0]?.body["tool_choice"]).toBeUndefined();
  });
});
