import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isStepCount, simulateReadableStream, streamText, tool } from "ai";
import { convertReadableStreamToArray, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTextToolsModel } from "@/lib/models/text-tools";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const call = (query: string) =>
  `\`\`\`json\n${JSON.stringify({ thinking: "look", action: "tool", tool_calls: [{ tool: "web_search", parameters: { query } }] })}\n\`\`\``;

/** A model that writes each output in pieces of `size` characters, one output a call. */
function buildModel(outputs: string[], size = 7) {
  const rest = [...outputs];
  const inner = new MockLanguageModelV4({
    doStream: async () => {
      const output = rest.shift() ?? "no more";
      const pieces = output.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      const deltas = pieces.map((delta): LanguageModelV4StreamPart => ({
        type: "text-delta",
        id: "0",
        delta,
      }));
      const finish: LanguageModelV4StreamPart = {
        type: "finish",
        usage,
        finishReason: { unified: "stop", raw: "stop" },
      };
      const chunks: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "0" },
        ...deltas,
        { type: "text-end", id: "0" },
        finish,
      ];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
    doGenerate: async () => ({
      content: [{ type: "text", text: rest.shift() ?? "no more" }],
      usage,
      finishReason: { unified: "stop", raw: "stop" },
      warnings: [],
    }),
  });
  return { inner, model: createTextToolsModel(inner) };
}

const searchTool = {
  type: "function" as const,
  name: "web_search",
  description: "Searches the web.",
  inputSchema: {
    type: "object" as const,
    properties: { query: { type: "string" as const } },
    required: ["query"],
  },
};
const options: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Hi" }] },
  ],
  tools: [searchTool],
};

async function read(outputs: string[], more: Partial<LanguageModelV4CallOptions> = {}, size?: number) {
  const { model, inner } = buildModel(outputs, size);
  const { stream } = await model.doStream({ ...options, ...more });
  const parts = await convertReadableStreamToArray(stream);
  const join = (type: "text-delta" | "reasoning-delta") =>
    parts.map((part) => (part.type === type ? part.delta : "")).join("");
  const finish = parts.find((part) => part.type === "finish");
  return {
    parts,
    inner,
    text: join("text-delta"),
    reasoning: join("reasoning-delta"),
    calls: parts.filter((part) => part.type === "tool-call"),
    finish,
  };
}

describe("a model without tool calls", () => {
  it("is told the tools in one system message before everything else", async () => {
    const { inner } = await read(["Hello."]);
    const { prompt, tools } = inner.doStreamCalls[0] ?? { prompt: [] };
    expect(tools).toBeUndefined();
    expect(prompt.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(prompt[0]?.content).toMatch(/web_search: Searches the web\.[\s\S]*Be brief\.$/);
  });

  it("calls a tool by a fenced block", async () => {
    const { calls, reasoning, text, finish } = await read([call("cats")]);
    expect(calls).toMatchObject([{ toolName: "web_search", input: '{"query":"cats"}' }]);
    expect({ reasoning, text }).toEqual({ reasoning: "look", text: "" });
    expect(finish).toMatchObject({ finishReason: { unified: "tool-calls" } });
  });

  it.each([
    { description: "finds pages", parameters: { type: "object" } },
    { parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] } },
  ])("can show how a tool is defined: %j", async (definition) => {
    const answer = JSON.stringify({ name: "web_search", ...definition });
    const { calls, text } = await read([answer]);
    expect({ calls, text }).toEqual({ calls: [], text: answer });
  });

  it("has its plain answers shown from the first piece on", async () => {
    const { parts, text } = await read(["Paris is the capital of France."], {}, 4);
    expect(text).toBe("Paris is the capital of France.");
    expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(5);
  });

  it("has its response shown before the JSON closes", async () => {
    const answer = 'A long answer with "quotes"\nand lines — é.';
    const output = `\`\`\`json\n${JSON.stringify({ thinking: "known", action: "respond", response: answer, confidence: 0.9 })}\n\`\`\``;
    const { parts, text, reasoning } = await read([output], {}, 3);
    expect({ text, reasoning }).toEqual({ text: answer, reasoning: "known" });
    expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(5);
  });

  it("has a short lead-in before an action turned into reasoning", async () => {
    const { text, reasoning, calls } = await read([`Let me look that up.\n\n${call("cats")}`]);
    expect({ text, calls: calls.length }).toEqual({ text: "", calls: 1 });
    expect(reasoning).toContain("Let me look that up.");
  });

  it("can act after it has begun to write an answer", async () => {
    const { text, calls } = await read([`Cats are animals that people keep.\n${call("cats")}`]);
    expect({ text: text.trim(), calls: calls.length }).toEqual({
      text: "Cats are animals that people keep.",
      calls: 1,
    });
  });

  it("has each part opened and closed once, in order", async () => {
    const { parts } = await read([`Cats purr.\n${call("cats")}`]);
    const types = parts
      .map(({ type }) => type)
      .filter((type) => !/^(?:ping|stream-start)$|-delta$/.test(type));
    expect(types).toEqual([
      ...["text-start", "text-end", "reasoning-start", "reasoning-end"],
      ...["tool-input-start", "tool-input-end", "tool-call", "finish"],
    ]);
  });

  it("has code blocks in its answers left alone", async () => {
    const answer = 'Here:\n\n```json\n{"city": "Rome"}\n```\n\nThat is all.';
    expect((await read([answer], {}, 2)).text).toBe(answer);
  });

  it("has what follows Final Answer shown as it comes", async () => {
    const { text, reasoning, parts } = await read(
      ["Thought: I know this.\nFinal Answer: The Nile is the longest river of Africa."],
      {},
      3,
    );
    expect({ text, reasoning }).toEqual({
      text: "The Nile is the longest river of Africa.",
      reasoning: "I know this.",
    });
    expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(5);
  });

  it("is asked again with a hint when it cannot be read, and the usage is summed", async () => {
    const { inner, calls, finish } = await read(['```json\n{"thinking": "I will', call("cats")]);
    expect(calls).toHaveLength(1);
    expect(inner.doStreamCalls[1]?.prompt.at(-1)?.content).toMatchObject([
      { text: expect.stringContaining("could not be read") },
    ]);
    expect(finish).toMatchObject({ usage: { inputTokens: { total: 20 }, outputTokens: { total: 10 } } });
  });

  it("is asked again at most twice, then its text is the answer", async () => {
    const broken = '{"action": "tool", "tool_calls": [';
    const { inner, text, finish } = await read([broken, broken, broken, "never"]);
    expect(inner.doStreamCalls).toHaveLength(3);
    expect({ text, reason: finish }).toMatchObject({
      text: broken,
      reason: { finishReason: { unified: "stop" } },
    });
  });

  it("is passed through when no tool is offered", async () => {
    const { inner, text } = await read(['{"action": "respond", "response": "raw"}'], { tools: [] });
    expect(text).toBe('{"action": "respond", "response": "raw"}');
    expect(inner.doStreamCalls[0]?.prompt[0]).toEqual({ role: "system", content: "Be brief." });
  });

  it("reads its own calls as JSON and their results as observations", async () => {
    const prompt: LanguageModelV4CallOptions["prompt"] = [
      ...options.prompt,
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "1", toolName: "web_search", input: { query: "cats" } }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "1",
            toolName: "web_search",
            output: { type: "json", value: { hits: 3 } },
          },
        ],
      },
    ];
    const { inner } = await read(["Done."], { prompt });
    const sent = JSON.stringify(inner.doStreamCalls[0]?.prompt.slice(2));
    expect(sent).toContain("tool_calls");
    expect(sent).toContain("Observation (web_search): {");
    expect(sent).not.toContain("tool-call");
  });

  it("can be asked without streaming", async () => {
    const { model } = buildModel([`I will search.\n${call("cats")}`]);
    const result = await model.doGenerate(options);
    expect(result.content).toMatchObject([
      { type: "reasoning" },
      { type: "tool-call", toolName: "web_search" },
    ]);
    expect(result.finishReason.unified).toBe("tool-calls");
  });

  it("runs the normal tool loop", async () => {
    const { model } = buildModel([call("cats"), '{"action":"respond","response":"Three hits."}']);
    const search = tool({
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => ({ query, hits: 3 }),
    });
    const result = streamText({
      model,
      prompt: "Cats?",
      tools: { web_search: search },
      stopWhen: isStepCount(3),
    });
    await result.consumeStream();
    expect(await result.text).toContain("Three hits.");
    expect((await result.steps)[0]?.toolResults).toMatchObject([{ output: { query: "cats", hits: 3 } }]);
    expect((await result.usage).inputTokens).toBe(20);
  });
});
