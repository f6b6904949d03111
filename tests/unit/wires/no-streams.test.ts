import { describe, expect, it, onTestFinished } from "vitest";
import { ask, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startRawProvider, toEvents, type RawAnswer } from "@/tests/support/wire/raw-provider";
import { anthropic, compatible, gemini, openai, type Vendor, vendors } from "@/tests/support/wire/vendors";

type Event = Record<string, unknown>;
/** One answer in a vendor's own form without a stream, as its reference shows it, November 2026. */
type Whole = { text: object; call: object; error: object };

const six = { expression: "6*7" };
const chatOf = (message: object, finish_reason: string) => ({
  ...{ id: "c1", object: "chat.completion", created: 1, model: "m" },
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
});
const messageOf = (content: object[], stop_reason: string) => ({
  ...{ id: "m1", type: "message", role: "assistant", model: "x", content, stop_reason },
  ...{ stop_sequence: null, usage: { input_tokens: 11, output_tokens: 7 } },
});
const responseOf = (output: object[], more: object = {}) => ({
  ...{ id: "r1", object: "response", created_at: 1, model: "m", status: "completed", output },
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
  ...more,
});
const candidateOf = (parts: object[]) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
});
const output = (text: string) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text, annotations: [] }],
});
const thought = { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "I greet." }] };
const said = "Hello there.";
const wholes = new Map<Vendor, Whole>([
  [
    compatible,
    {
      text: chatOf({ content: said, reasoning_content: "I greet." }, "stop"),
      call: chatOf(
        {
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "calculate", arguments: JSON.stringify(six) } },
          ],
        },
        "tool_calls",
      ),
      error: { error: { message: "Slow down, please.", code: 429 } },
    },
  ],
  [
    anthropic,
    {
      text: messageOf(
        [
          { type: "thinking", thinking: "I greet.", signature: "s" },
          { type: "text", text: said },
        ],
        "end_turn",
      ),
      call: messageOf([{ type: "tool_use", id: "a", name: "calculate", input: six }], "tool_use"),
      error: { type: "error", error: { type: "rate_limit_error", message: "Slow down, please.", code: 429 } },
    },
  ],
  [
    openai,
    {
      text: responseOf([thought, output(said)]),
      call: responseOf([
        {
          ...{ type: "function_call", status: "completed", call_id: "a" },
          ...{ name: "calculate", arguments: JSON.stringify(six) },
        },
      ]),
      error: { error: { message: "Slow down, please.", code: 429 } },
    },
  ],
  [
    gemini,
    {
      text: candidateOf([{ text: "I greet.", thought: true }, { text: said }]),
      call: candidateOf([{ functionCall: { name: "calculate", args: six } }]),
      error: { error: { message: "Slow down, please.", code: 429, status: "RESOURCE_EXHAUSTED" } },
    },
  ],
]);

async function askOver(vendor: Vendor, script: (number: number) => RawAnswer) {
  const provider = await startRawProvider(script);
  const services = await openTestServices(
    { ...vendor.env(provider.url), MODEL_MAIN: vendor.ref, MODEL_LITE: "offline:guide" },
    undefined,
    { wait: () => Promise.resolve() },
  );
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  return { reply: await ask(services, "Compute six times seven, please."), asked: provider.asked };
}

const json = (value: object, space?: number): RawAnswer => {
  const text = JSON.stringify(value, null, space);
  return { pieces: [text.slice(0, 20), text.slice(20)], type: "application/json" };
};

describe.each(vendors)("an answer of $name that is no stream", (vendor) => {
  const { text, call, error } = wholes.get(vendor) ?? { text: {}, call: {}, error: {} };

  it.each<[string, RawAnswer]>([
    ["as one JSON", json(text)],
    ["as JSON for people to read", json(text, 2)],
    ["as JSON that is called a stream", { ...json(text), type: "text/event-stream" }],
    ["in a list", json([text])],
    ["on a line of its own", { pieces: [`\n${JSON.stringify(text)}\n`], type: "application/x-ndjson" }],
    // Of Messages and Responses the events are other ones.
    ...(vendor === anthropic || vendor === openai
      ? []
      : [["in one event", { pieces: [`data: ${JSON.stringify(text)}\n\n`] }] satisfies [string, RawAnswer]]),
  ])("%s is the answer", async (_, whole) => {
    const { reply, asked } = await askOver(vendor, () => whole);
    expect(textOf(reply)).toBe(said);
    expect(reply.parts).toContainEqual(expect.objectContaining({ type: "reasoning", text: "I greet." }));
    expect(reply.metadata).toMatchObject({
      outcome: "completed",
      usage: { inputTokens: 11, outputTokens: 7 },
    });
    expect(asked).toHaveLength(1);
  });

  it("may call a tool", async () => {
    const { reply, asked } = await askOver(vendor, (number) => json(number === 0 ? call : text));
    expect(toolParts(reply)).toMatchObject([{ type: "tool-calculate", input: six, output: { ok: true } }]);
    expect(textOf(reply)).toBe(said);
    expect(asked).toHaveLength(2);
  });

  it("is begun again where it was cut", async () => {
    const cut = JSON.stringify(text).slice(0, -20);
    const { reply, asked } = await askOver(vendor, (number) =>
      number === 0 ? { pieces: [cut], type: "application/json" } : json(text),
    );
    expect(textOf(reply)).toBe(said);
    expect(asked).toHaveLength(2);
  });

  it("tells a failure under a status of success in its words", async () => {
    const { reply } = await askOver(vendor, () => json(error));
    expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "model_quota" });
    expect(reply.metadata?.error).toContain("Slow down, please.");
  });
});

const chunk = (delta: object, finish_reason: string | null = null): Event => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta, finish_reason }],
});
const claude = (blocks: [object, object[]][], stop_reason = "end_turn"): Event[] => [
  {
    type: "message_start",
    message: { id: "m1", type: "message", role: "assistant", model: "x", content: [] },
  },
  ...blocks.flatMap(([content_block, deltas], index) => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]),
  { type: "message_delta", delta: { stop_reason } },
  { type: "message_stop" },
];
const words = (text: string): [object, object[]] => [
  { type: "text", text: "" },
  [{ type: "text_delta", text }],
];

describe("a stream that is nearly the vendor's", () => {
  it.each<[string, Vendor, string, string]>([
    [
      "has no empty lines",
      compatible,
      toEvents([chunk({ content: "Hello " }), chunk({ content: "there." }, "stop")])
        .join("")
        .replaceAll("\n\n", "\n"),
      said,
    ],
    [
      "ends with the whole once more",
      compatible,
      toEvents([
        chunk({ content: "Hello " }),
        chunk({ content: "there." }),
        chatOf({ content: said }, "stop"),
      ]).join(""),
      said,
    ],
    [
      "has its words in the beginning of a block",
      anthropic,
      toEvents(claude([[{ type: "text", text: said }, []]])).join(""),
      said,
    ],
    [
      "has blanks alone in a block",
      anthropic,
      toEvents(claude([words("One."), words("\n\n"), words("Two."), words(" "), words("Three.")])).join(""),
      "One.\n\nTwo. Three.",
    ],
    [
      "sums the conversation up for itself",
      anthropic,
      toEvents(
        claude([
          [{ type: "compaction", content: null }, [{ type: "compaction_delta", content: "So far: a sum." }]],
          words(said),
        ]),
      ).join(""),
      said,
    ],
    [
      "has its words at the end of an item",
      openai,
      toEvents([
        { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
        { type: "response.output_item.done", output_index: 0, item: output(said) },
        { type: "response.completed", response: responseOf([output(said)]) },
      ]).join(""),
      said,
    ],
    [
      "has two items at once",
      openai,
      toEvents([
        { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
        ...["Hello ", "there."].flatMap((delta, output_index) => [
          { type: "response.output_item.added", output_index, item: { ...output(""), id: delta } },
          { type: "response.output_text.delta", output_index, item_id: delta, content_index: 0, delta },
        ]),
        ...["Hello ", "there."].map((text, output_index) => ({
          ...{ type: "response.output_item.done", output_index, item: { ...output(text), id: text } },
        })),
        { type: "response.completed", response: responseOf([]) },
      ]).join(""),
      said,
    ],
  ])("and %s is read once", async (_, vendor, stream, text) => {
    const { reply, asked } = await askOver(vendor, () => ({ pieces: [stream] }));
    expect(reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("")).toBe(text);
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(asked).toHaveLength(1);
  });
});

/** As vendors' references name them, and gateways pass them on. */
const ends: [string, object][] = [
  ...["MAX_TOKENS", "model_length", "max_output_tokens", "token_limit", "REASON_MAX_CONTEXT"].map(
    (name): [string, object] => [name, { outcome: "limited", reason: "output_limit" }],
  ),
  ...["SAFETY", "sensitive", "guardrail_intervened", "PROHIBITED_CONTENT", "ERROR_TOXIC", "refusal"].map(
    (name): [string, object] => [name, { outcome: "limited", reason: "filtered" }],
  ),
  ...["network_error", "abort", "insufficient_system_resource", "cancelled", "TIMEOUT"].map(
    (name): [string, object] => [name, { outcome: "interrupted", reason: "model_unavailable" }],
  ),
  ...["eos_token", "end_turn", "STOP", "complete"].map((name): [string, object] => [
    name,
    { outcome: "completed" },
  ]),
];

describe.each<[string, Vendor, (name: string) => Event[]]>([
  ["Chat Completions", compatible, (name) => [chunk({ content: said }), chunk({}, name)]],
  ["Messages", anthropic, (name) => claude([words(said)], name)],
])("an end over %s", (_, vendor, toAnswer) => {
  it.each(ends)("by the name %s is told as what it is", async (name, metadata) => {
    const { reply } = await askOver(vendor, () => ({ pieces: toEvents(toAnswer(name)) }));
    expect(reply.metadata).toMatchObject(metadata);
    expect(textOf(reply)).toContain(said);
  });
});
