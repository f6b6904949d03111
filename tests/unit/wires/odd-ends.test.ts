import { expect, it, onTestFinished } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { readEvents } from "@/tests/support/read-events";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startRawProvider, toEvents, type RawAnswer } from "@/tests/support/wire/raw-provider";
import { anthropic, compatible, openai, type Vendor } from "@/tests/support/wire/vendors";

async function askOver(vendor: Vendor, answers: RawAnswer[], env: Record<string, string> = {}) {
  const provider = await startRawProvider((number) => answers[number] ?? chat(delta({}, "stop")));
  const waits: number[] = [];
  const services = await openTestServices(
    { ...vendor.env(provider.url), MODEL_MAIN: vendor.ref, MODEL_LITE: "offline:guide", ...env },
    undefined,
    { wait: async (ms) => void waits.push(ms) },
  );
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  const started = await services.runs.start("owner", toQuestion("Compute six times seven, please."));
  const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
  return { reply, events: events as ChatChunk[], asked: provider.asked, waits };
}

const delta = (content: object, finish_reason: string | null = null) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta: content, finish_reason }],
});
const chat = (...events: object[]): RawAnswer => ({ pieces: [...toEvents(events), "data: [DONE]\n\n"] });
const say = (content: string) => chat(delta({ content }), delta({}, "stop"));
const multiply = { name: "calculate", arguments: '{"expression":"6*7"}' };
const call = [
  delta({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: multiply }] }),
  delta({}, "tool_calls"),
];
const calling = chat(...call);

it("asks once more, for an answer alone, where a model ends without a word after its tools", async () => {
  const { reply, asked } = await askOver(compatible, [calling, chat(delta({}, "stop")), say("It is 42.")]);
  expect(textOf(reply)).toBe("It is 42.");
  expect(toolParts(reply)).toHaveLength(1);
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
  expect(asked.map(({ tool_choice }) => tool_choice)).toEqual(["auto", "auto", "none"]);
});

it("asks no third time", async () => {
  const { reply, asked } = await askOver(compatible, [calling]);
  expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "empty" });
  expect(asked).toHaveLength(3);
});

it("says that what a model without tool calls wrote could not be read", async () => {
  const broken = '{"action": "tool", "tool_calls": [';
  const { reply, asked } = await askOver(compatible, [say(broken), say(broken), say(broken)], {
    TEXT_TOOL_MODELS: "acme:*",
  });
  expect(textOf(reply)).toBe(broken);
  expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "unreadable" });
  expect(asked).toHaveLength(3);
});

/** After “Handling stop reasons” of Anthropic, November 2026. */
it("tells why a vendor refused, in its own words", async () => {
  const message = {
    ...{ id: "m1", type: "message", role: "assistant", model: "x", content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
  };
  const stop_details = { type: "refusal", category: "cyber", explanation: "This may break into a system." };
  const pieces = toEvents([
    { type: "message_start", message },
    {
      type: "message_delta",
      delta: { stop_reason: "refusal", stop_sequence: null, stop_details },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ]);
  const { reply } = await askOver(anthropic, [{ pieces }]);
  expect(textOf(reply)).toBe("This may break into a system.");
  expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "filtered" });
});

/** After “Remote MCP servers” of OpenAI, November 2026. */
it("passes over a request for an approval that nobody asked for", async () => {
  const text = "It is 42.";
  const item = { id: "msg_1", type: "message", role: "assistant", status: "completed" };
  const approval = {
    ...{ id: "mcpr_1", type: "mcp_approval_request", server_label: "s", name: "buy", arguments: "{}" },
  };
  const usage = { input_tokens: 10, output_tokens: 5 };
  const pieces = toEvents([
    { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
    { type: "response.output_item.added", output_index: 0, item: approval },
    { type: "response.output_item.done", output_index: 0, item: approval },
    { type: "response.output_item.added", output_index: 1, item: { ...item, content: [] } },
    { type: "response.output_text.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta: text },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { ...item, content: [{ type: "output_text", text, annotations: [] }] },
    },
    { type: "response.completed", response: { id: "r1", created_at: 1, model: "m", usage } },
  ]);
  const { reply, asked } = await askOver(openai, [{ pieces }]);
  expect(textOf(reply)).toBe(text);
  expect(toolParts(reply)).toEqual([]);
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
  expect(asked).toHaveLength(1);
});

it("waits before a broken step is begun again, and says so", async () => {
  const broken = { pieces: toEvents([delta({ content: "It" })]), isCut: true };
  const { reply, events, waits } = await askOver(compatible, [broken, say("It is 42.")]);
  expect(textOf(reply)).toBe("It is 42.");
  expect(waits).toEqual([500]);
  const told = events.flatMap((event) =>
    event.type === "data-progress" && event.data.status === "started" && event.data.details?.retry
      ? [event.data.details.retry]
      : [],
  );
  expect(told.map(({ askedAt, dueAt, isBroken }) => [dueAt - askedAt >= 500, isBroken])).toEqual([
    [true, true],
  ]);
});

it("sends thoughts back to the model that had them, and to no other", async () => {
  const thinking = chat(delta({ reasoning_content: "I add." }), ...call);
  const same = await askOver(compatible, [thinking, say("It is 42.")]);
  expect(JSON.stringify(same.asked[1])).toContain('"reasoning_content":"I add."');
  const broken = { pieces: toEvents([delta({ content: "It" })]), isCut: true };
  const other = await askOver(compatible, [thinking, broken, say("It is 42.")], {
    MODEL_MAIN: "acme:first,acme:second",
  });
  expect(other.asked.map(({ model }) => model)).toEqual(["first", "first", "second"]);
  expect(JSON.stringify(other.asked[2])).not.toContain("I add.");
});
