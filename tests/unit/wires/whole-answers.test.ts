import { describe, expect, it, onTestFinished } from "vitest";
import { ask, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startRawProvider, toEvents, type RawAnswer } from "@/tests/support/wire/raw-provider";
import { anthropic, compatible, gemini, openai, type Vendor } from "@/tests/support/wire/vendors";

/** Asks once; what the server sends after a tool has run is said in its place. */
async function askOver(vendor: Vendor, script: (number: number) => RawAnswer) {
  const provider = await startRawProvider(script);
  const waits: number[] = [];
  const services = await openTestServices(
    { ...vendor.env(provider.url), MODEL_MAIN: vendor.ref, MODEL_LITE: "offline:guide" },
    undefined,
    { wait: async (ms) => void waits.push(ms) },
  );
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  const reply = await ask(services, "Compute six times seven, please.");
  return { reply, services, provider, waits };
}

const chunk = (choices: unknown, more: object = {}) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices },
  ...more,
});
const delta = (content: unknown, finish_reason: unknown = null) =>
  chunk([{ index: 0, delta: content, finish_reason }]);
const words = [delta({ content: "Hello" }), delta({ content: " there." })];
const stop = delta({}, "stop");
const usage = chunk([], { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
const done = "data: [DONE]\n\n";
const chat = (...events: object[]) => [...toEvents(events), done];

/** After “Streaming Messages” of Anthropic and “Streaming events” of OpenAI's Responses, November 2026. */
const messages = (deltas: object[], stopReason: string | null, isEnded = true) =>
  toEvents([
    {
      type: "message_start",
      message: {
        ...{ id: "m1", type: "message", role: "assistant", model: "x", content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 5, output_tokens: 1 } },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...deltas.map((each) => ({ type: "content_block_delta", index: 0, delta: each })),
    { type: "content_block_stop", index: 0 },
    ...(stopReason === null
      ? []
      : [
          {
            type: "message_delta",
            delta: { stop_reason: stopReason, stop_sequence: null },
            usage: { output_tokens: 7 },
          },
        ]),
    ...(isEnded ? [{ type: "message_stop" }] : []),
  ]);
const said = { type: "text_delta", text: "Hello there." };

const item = (status: string, text: string) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", status },
  content: text === "" ? [] : [{ type: "output_text", text, annotations: [] }],
});
const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
const created = { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } };
const completed = {
  type: "response.completed",
  response: { id: "r1", created_at: 1, model: "m", usage: { input_tokens: 10, output_tokens: 5 } },
};
const responses = (between: object[], end: object[] = [completed]) =>
  toEvents([
    created,
    { type: "response.output_item.added", output_index: 0, item: item("in_progress", "") },
    { type: "response.output_text.delta", ...place, delta: "Hello there." },
    ...between,
    { type: "response.output_item.done", output_index: 0, item: item("completed", "Hello there.") },
    ...end,
  ]);

const candidates = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) }],
});

type Row = [string, Vendor, (string | Uint8Array)[]];
const wholeAnswers: Row[] = [
  ["without a finish reason", compatible, chat(...words)],
  ["with a finish reason that nobody knows", compatible, chat(...words, delta({}, "eos"), usage)],
  ["with another vendor's finish reason", compatible, chat(...words, delta({}, "end_turn"))],
  ["with tool_calls as its reason and no call", compatible, chat(...words, delta({}, "tool_calls"))],
  ["with a finish reason that is no text", compatible, chat(...words, delta({}, false))],
  ["without [DONE]", compatible, toEvents([...words, stop])],
  ["without any end", compatible, toEvents(words)],
  [
    "with a last event without the empty line",
    compatible,
    [
      ...toEvents([delta({ content: "Hello" })]),
      `data: ${JSON.stringify(delta({ content: " there." }, "stop"))}`,
    ],
  ],
  [
    "with one line break behind the last event",
    compatible,
    [
      ...toEvents([delta({ content: "Hello" })]),
      `data: ${JSON.stringify(delta({ content: " there." }, "stop"))}\r\n`,
    ],
  ],
  [
    "with a chunk without choices",
    compatible,
    chat(words[0] ?? {}, { id: "c1", x_groq: {} }, words[1] ?? {}, stop),
  ],
  ["with choices that are null", compatible, chat(words[0] ?? {}, chunk(null), words[1] ?? {}, stop)],
  ["with a chunk that is a list", compatible, chat(words[0] ?? {}, [1], words[1] ?? {}, stop)],
  ["that begins with a chunk nobody can read", compatible, chat([1], ...words, stop)],
  [
    "with a line that is no JSON in it",
    compatible,
    [...chat(...words.slice(0, 1)).slice(0, 1), "data: pong\n\n", ...chat(...words.slice(1), stop)],
  ],
  ["that begins with a line that is no JSON", compatible, ["data: ping\n\n", ...chat(...words, stop)]],
  ["with numbers as ids", compatible, chat(...words.map((each) => ({ ...each, id: 17 })), stop)],
  [
    "with a time that is a text",
    compatible,
    chat(...words.map((each) => ({ ...each, created: "1718345013" })), stop),
  ],
  [
    "with a date for a time",
    compatible,
    chat(...words.map((each) => ({ ...each, created: "2026-11-02T10:00:00Z" })), stop),
  ],
  ["of the role “model”", compatible, chat(delta({ role: "model", content: "Hello" }), words[1] ?? {}, stop)],
  [
    "with a text in a list",
    compatible,
    chat(delta({ content: [{ type: "text", text: "Hello there." }] }), stop),
  ],
  [
    "with one choice that is no list",
    compatible,
    chat(chunk({ index: 0, delta: { content: "Hello there." } }), stop),
  ],
  [
    "with counts that are texts",
    compatible,
    chat(...words, stop, chunk([], { usage: { prompt_tokens: "11" } })),
  ],
  [
    "with a delta that is null",
    compatible,
    chat(...words, chunk([{ index: 0, delta: null, finish_reason: "stop" }])),
  ],
  [
    "with comments and CRLF",
    compatible,
    [": processing\r\n\r\n", ...chat(...words, stop).map((each) => each.replaceAll("\n", "\r\n"))],
  ],
  ["with a byte order mark", compatible, ["\uFEFF", ...chat(...words, stop)]],
  [
    "in single bytes",
    compatible,
    [...Buffer.from(chat(...words, stop).join(""))].map((byte) => Uint8Array.of(byte)),
  ],
  ["of Claude with a new stop reason", anthropic, messages([said], "galaxy_end")],
  ["of Claude without a stop reason", anthropic, messages([said], null)],
  ["of Claude without an end", anthropic, messages([said], null, false)],
  [
    "of Claude with a delta nobody knows",
    anthropic,
    messages([{ type: "sparkle_delta", sparkle: 1 }, said], "end_turn"),
  ],
  [
    "of Claude with an event nobody knows",
    anthropic,
    messages([said], "end_turn").toSpliced(3, 0, ...toEvents([{ type: "sparkle", glow: 1 }])),
  ],
  [
    "of Claude with an event nobody knows and no end",
    anthropic,
    messages([said], null, false).toSpliced(3, 0, ...toEvents([{ type: "sparkle", glow: 1 }])),
  ],
  [
    "of OpenAI with a source without a title",
    openai,
    responses([
      {
        type: "response.output_text.annotation.added",
        ...place,
        annotation_index: 0,
        annotation: { type: "url_citation", url: "https://example.org/l", start_index: 0, end_index: 5 },
      },
    ]),
  ],
  [
    "of OpenAI with events nobody knows",
    openai,
    responses([
      { type: "response.sparkle.delta", delta: "x" },
      { type: "keepalive", sequence_number: 4 },
    ]),
  ],
  ["of OpenAI without its last event", openai, responses([], [])],
  ["of Gemini without a finish reason", gemini, toEvents([candidates([{ text: "Hello there." }])])],
  [
    "of Gemini with a new finish reason",
    gemini,
    toEvents([candidates([{ text: "Hello there." }], "GALAXY")]),
  ],
  [
    "of Gemini with a piece nobody can read",
    gemini,
    toEvents([candidates([{ text: "Hello" }]), { candidates: 4 }, candidates([{ text: " there." }], "STOP")]),
  ],
];

describe("an answer", () => {
  it.each(wholeAnswers)("%s is whole and asked for once", async (_, vendor, pieces) => {
    const { reply, provider } = await askOver(vendor, () => ({ pieces }));
    expect(textOf(reply)).toBe("Hello there.");
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(provider.asked).toHaveLength(1);
  });

  it.each<[string, Vendor, string[], object, number]>([
    [
      "at its length",
      compatible,
      chat(...words, delta({}, "length")),
      { outcome: "limited", reason: "output_limit" },
      1,
    ],
    [
      "by a filter",
      compatible,
      chat(...words, delta({}, "content_filter")),
      { outcome: "limited", reason: "filtered" },
      1,
    ],
    [
      "by Gemini for its language",
      gemini,
      toEvents([candidates([{ text: "Hello" }]), candidates([], "LANGUAGE")]),
      { outcome: "limited", reason: "filtered" },
      1,
    ],
    [
      "by a full window",
      anthropic,
      messages([said], "model_context_window_exceeded"),
      { outcome: "limited" },
      1,
    ],
    [
      "by an error in the stream",
      compatible,
      [...toEvents(words), `data: {"error":{"message":"Overloaded"}}\n\n`],
      { outcome: "failed", reason: "model_unavailable" },
      2,
    ],
    [
      "by an error that is a text",
      compatible,
      [...toEvents(words), `data: {"error":"overloaded"}\n\n`],
      { outcome: "failed", reason: "model_unavailable" },
      2,
    ],
    [
      "by a message in place of a chunk",
      compatible,
      [...toEvents(words), `data: {"object":"error","message":"worker died","code":500}\n\n`],
      { outcome: "failed", reason: "model_unavailable" },
      2,
    ],
    [
      "by an error that its reason names",
      compatible,
      chat(...words, delta({}, "error")),
      { outcome: "interrupted", reason: "model_unavailable" },
      2,
    ],
  ])("that is ended %s stays what it is", async (_, vendor, pieces, metadata, requests) => {
    const { reply, provider } = await askOver(vendor, () => ({ pieces }));
    expect(reply.metadata).toMatchObject(metadata);
    expect(provider.asked).toHaveLength(requests);
  });

  it.each<[string, RawAnswer]>([
    ["a connection that is cut", { pieces: toEvents(words), isCut: true }],
    [
      "an event that ends in its middle",
      { pieces: [...toEvents(words), `data: {"id":"c1","choices":[{"del`] },
    ],
  ])("is begun again after %s", async (_, broken) => {
    const whole = { pieces: chat(...words, stop) };
    const { reply, provider, waits } = await askOver(compatible, (number) => (number === 0 ? broken : whole));
    expect(textOf(reply)).toBe("Hello there.");
    expect(provider.asked).toHaveLength(2);
    expect(waits).toEqual([500]);
  });
});

const call = (more: object) => ({ index: 0, id: "call_1", type: "function", ...more });
const six = { expression: "6*7" };

describe("a call of a tool", () => {
  it.each<[string, string[]]>([
    [
      "without a finish reason",
      chat(
        delta({ tool_calls: [call({ function: { name: "calculate", arguments: JSON.stringify(six) } })] }),
      ),
    ],
    [
      "under a reason that nobody knows",
      chat(
        delta({ tool_calls: [call({ function: { name: "calculate", arguments: JSON.stringify(six) } })] }),
        delta({}, "eos"),
      ),
    ],
    [
      "whose input is no text",
      chat(
        delta({ tool_calls: [call({ function: { name: "calculate", arguments: six } })] }),
        delta({}, "tool_calls"),
      ),
    ],
    [
      "that stands in no list",
      chat(
        delta({ tool_calls: call({ index: "0", id: 5, function: { name: "calculate", arguments: six } }) }),
        delta({}, "stop"),
      ),
    ],
  ])("%s is made", async (_, pieces) => {
    const answer = { pieces: chat(delta({ content: "It is 42." }), stop) };
    const { reply, provider } = await askOver(compatible, (number) => (number === 0 ? { pieces } : answer));
    expect(toolParts(reply)).toMatchObject([{ type: "tool-calculate", output: { ok: true } }]);
    expect(textOf(reply)).toBe("It is 42.");
    expect(provider.asked).toHaveLength(2);
  });
});
