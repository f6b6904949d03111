import { expect, it, onTestFinished } from "vitest";
import { ask, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startRawProvider, toEvents } from "@/tests/support/wire/raw-provider";
import { anthropic, gemini, openai, type Vendor } from "@/tests/support/wire/vendors";

/** After “Streaming events” of OpenAI's Responses, “Web search tool”, “Code execution tool” and “MCP connector” of Anthropic and “Code execution” of the Gemini API, November 2026. */
const responses = (items: object[], words = "It is 42.") => {
  const place = { item_id: "msg_1", output_index: items.length, content_index: 0 };
  const message = { id: "msg_1", type: "message", role: "assistant" };
  const content = [{ type: "output_text", text: words, annotations: [] }];
  return toEvents([
    { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    {
      ...{ type: "response.output_item.added", output_index: items.length },
      item: { ...message, status: "in_progress", content: [] },
    },
    { type: "response.output_text.delta", ...place, delta: words },
    {
      ...{ type: "response.output_item.done", output_index: items.length },
      item: { ...message, status: "completed", content },
    },
    {
      type: "response.completed",
      response: { id: "r1", created_at: 1, model: "m", usage: { input_tokens: 10, output_tokens: 5 } },
    },
  ]);
};

const messages = (blocks: object[], words = "It is 42.") =>
  toEvents([
    {
      type: "message_start",
      message: {
        ...{ id: "m1", type: "message", role: "assistant", model: "x", content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
      },
    },
    ...blocks.flatMap((content_block, index) => [
      { type: "content_block_start", index, content_block },
      { type: "content_block_stop", index },
    ]),
    { type: "content_block_start", index: blocks.length, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: blocks.length, delta: { type: "text_delta", text: words } },
    { type: "content_block_stop", index: blocks.length },
    {
      ...{ type: "message_delta", usage: { output_tokens: 7 } },
      delta: { stop_reason: "end_turn", stop_sequence: null },
    },
    { type: "message_stop" },
  ]);

const candidates = (parts: object[], words = "It is 42.") =>
  toEvents([
    { candidates: [{ content: { role: "model", parts }, index: 0 }] },
    {
      candidates: [{ content: { role: "model", parts: [{ text: words }] }, index: 0, finishReason: "STOP" }],
    },
  ]);

const plain = new Map<Vendor, string[]>([
  [openai, responses([], "Yes.")],
  [anthropic, messages([], "Yes.")],
  [gemini, candidates([], "Yes.")],
]);

const found = { type: "web_search_result", url: "https://a.example", title: "A", encrypted_content: "e" };

it.each<[string, Vendor, string[], string]>([
  [
    "Gemini's code",
    gemini,
    candidates([
      { executableCode: { language: "PYTHON", code: "print(6*7)" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "42\n" } },
    ]),
    "print(6*7)",
  ],
  [
    "OpenAI's search",
    openai,
    responses([
      {
        type: "web_search_call",
        id: "ws_1",
        status: "completed",
        action: { type: "search", query: "six times" },
      },
    ]),
    "ws_1",
  ],
  [
    "OpenAI's code",
    openai,
    responses([
      {
        ...{ type: "code_interpreter_call", id: "ci_1", status: "completed", container_id: "cntr_1" },
        ...{ code: "6*7", outputs: [{ type: "logs", logs: "42" }] },
      },
    ]),
    "ci_1",
  ],
  [
    "OpenAI's picture",
    openai,
    responses([{ type: "image_generation_call", id: "ig_1", status: "completed", result: "aGk=" }]),
    "ig_1",
  ],
  [
    "a tool server that OpenAI asked",
    openai,
    responses([
      {
        ...{ type: "mcp_call", id: "mcp_1", server_label: "sums", name: "multiply" },
        ...{ arguments: '{"a":6,"b":7}', output: "42", error: null, status: "completed" },
      },
    ]),
    "mcp_1",
  ],
  [
    "a question of OpenAI's whether a tool server may be asked",
    openai,
    responses([
      {
        ...{ type: "mcp_approval_request", id: "mcpr_1", server_label: "sums" },
        ...{ name: "multiply", arguments: "{}" },
      },
    ]),
    "mcpr_1",
  ],
  [
    "a result of OpenAI's that belongs to nothing",
    openai,
    responses([
      {
        type: "program_output",
        id: "po_1",
        call_id: "call_zzz",
        output: "42",
        result: "42",
        status: "completed",
      },
    ]),
    "po_1",
  ],
  [
    "Claude's search",
    anthropic,
    messages([
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "six times" } },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [found] },
    ]),
    "srvtoolu_1",
  ],
  [
    "a tool server that Claude asked",
    anthropic,
    messages([
      { type: "mcp_tool_use", id: "mcptoolu_1", name: "multiply", server_name: "sums", input: {} },
      {
        ...{ type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false },
        content: [{ type: "text", text: "42" }],
      },
    ]),
    "mcptoolu_1",
  ],
])("%s is left out, and the conversation goes on", async (_, vendor, pieces, sign) => {
  const provider = await startRawProvider((number) => ({
    pieces: number === 0 ? pieces : (plain.get(vendor) ?? []),
  }));
  const services = await openTestServices({
    ...vendor.env(provider.url),
    MODEL_MAIN: vendor.ref,
    MODEL_LITE: "offline:guide",
  });
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  const first = await ask(services, "Compute six times seven, please.");
  expect(first.metadata).toMatchObject({ outcome: "completed" });
  expect(toolParts(first)).toEqual([]);
  expect(textOf(first)).toBe("It is 42.");
  const second = await ask(services, "Are you sure?", { message: "m2" });
  expect([textOf(second), second.metadata?.outcome]).toEqual(["Yes.", "completed"]);
  expect(provider.asked).toHaveLength(2);
  expect(JSON.stringify(provider.asked[1])).toContain("It is 42.");
  expect(JSON.stringify(provider.asked[1])).not.toContain(sign);
});
