import { describe, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { readEvents } from "@/tests/support/read-events";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startRawProvider, toEvents, type RawAnswer } from "@/tests/support/wire/raw-provider";

type Body = Record<string, unknown>;
type Script = (number: number, body: Body) => RawAnswer;
type OnEnd = (close: () => Promise<void>) => void;
type Message = { role: string; content: unknown; prefix?: boolean; partial?: boolean };

/** Models that go on from the beginning of an answer, by their vendors' documentation of November 2026. */
type Wire = {
  name: string;
  ref: string;
  env: (url: string) => Record<string, string>;
  mark: object;
  answer: (deltas: readonly string[]) => string[];
  begin: (deltas: readonly string[]) => string[];
  error: object;
};

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const toChat = (deltas: readonly string[]) => toEvents(deltas.map((content) => chunk({ content })));
const chat = {
  begin: toChat,
  answer: (deltas: readonly string[]) => [
    ...toChat(deltas),
    ...toEvents([chunk({}, "stop"), { ...chunk({}), choices: [], usage }]),
    "data: [DONE]\n\n",
  ],
  error: { error: { message: "Overloaded, token=abc123def456", code: 502 } },
};

const beginMessage = (deltas: readonly string[]) =>
  toEvents([
    {
      type: "message_start",
      message: {
        ...{ id: "m1", type: "message", role: "assistant", model: "x", content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 100, output_tokens: 1 } },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...deltas.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
  ]);
const messages = {
  begin: beginMessage,
  answer: (deltas: readonly string[]) => [
    ...beginMessage(deltas),
    ...toEvents([
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 10 },
      },
      { type: "message_stop" },
    ]),
  ],
  error: { type: "error", error: { type: "overloaded_error", message: "Overloaded, token=abc123def456" } },
};

const claude: Wire = {
  ...{ name: "Claude 4.5", ref: "anthropic:claude-sonnet-4-5", mark: {}, ...messages },
  env: (url) => ({ ANTHROPIC_API_KEY: "key-a", ANTHROPIC_BASE_URL: `${url}/v1` }),
};
const mistral: Wire = {
  ...{ name: "Mistral", ref: "mistral:large", mark: { prefix: true }, ...chat },
  env: (url) => ({ COMPATIBLE_PROVIDERS: `mistral=${url}/v1` }),
};
const moonshot: Wire = {
  ...{ name: "Moonshot", ref: "moonshot:kimi", mark: { partial: true }, ...chat },
  env: (url) => ({ COMPATIBLE_PROVIDERS: `moonshot=${url}/v1` }),
};
const acme: Wire = {
  ...{ name: "another server", ref: "acme:m", mark: {}, ...chat },
  env: (url) => ({ COMPATIBLE_PROVIDERS: `acme=${url}/v1` }),
};
const newClaude: Wire = { ...claude, name: "Claude 4.6", ref: "anthropic:claude-sonnet-4-6" };

async function open(wire: Wire, script: Script, onEnd: OnEnd) {
  const provider = await startRawProvider(script);
  const waits: number[] = [];
  // Whoever joins late is told only the newest progress.
  const joined = Promise.withResolvers<void>();
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return joined.promise;
  };
  const env = { ...wire.env(provider.url), MODEL_MAIN: wire.ref, MODEL_LITE: "offline:guide" };
  const services = await openTestServices(env, undefined, { wait });
  onEnd(async () => {
    await services.dispose();
    await provider.close();
  });
  async function ask(message = "m1") {
    const started = await services.runs.start("owner", toQuestion("Tell me.", { message }));
    const [first, all] = started.stream().tee();
    void first
      .getReader()
      .read()
      .then(() => joined.resolve());
    const [reply, events] = await Promise.all([started.reply, readEvents(all)]);
    const shown = await reduceMessage(events as ChatChunk[], "a", {});
    const { messages: stored } = await services.runs.readConversation("owner", "c1", { limit: 10 });
    const texts = [reply, shown, stored.at(-1)].map((each) => (each === undefined ? "" : textOf(each)));
    return { reply, events: events as ChatChunk[], texts };
  }
  return { ask, services, asked: provider.asked, waits };
}

const lastOf = (body: Body | undefined): Message | undefined => (body?.["messages"] as Message[]).at(-1);
const readText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : (content as { text?: string }[]).map(({ text = "" }) => text).join("");

/** As deltas of a few letters each. */
const split = (text: string): string[] => text.match(/[^]{1,5}/g) ?? [];

const english =
  "The capital of France is Paris, and it lies on the Seine. It has been the capital for centuries.";
const chinese = "法国的首都是巴黎，位于塞纳河畔。几个世纪以来一直是首都。";
const list = "Three steps:\n\n1. Open the file.\n2. Read the file.\n3. Close the file.\n\nThat is all.";

/** Where it breaks, and from how far before the break the model goes on. */
const seams: [string, string, number, number][] = [
  ["within a word", english, 28, 28],
  ["behind a space", english, 25, 24],
  ["behind a line", list, list.indexOf("2."), list.indexOf("2.") - 1],
  ["with its last word again", english, 24, 22],
  ["with its last words again", english, 24, 15],
  ["with a half word again", english, 28, 25],
  ["with all its words again", english, 60, 0],
  ["with its last words again, in Chinese", chinese, 8, 3],
  ["at a character of two units", "Sun 🌞🌞 and moon 🌛 above the sea.", 8, 8],
  ["with its words again, behind such a character", `🌞🌙 ${english}`, 27, 17],
  ["from within a word on", english, 50, 34],
  ["behind a line, with an item again", list, list.indexOf("3."), list.indexOf("2.")],
  ["with an item again", list, list.indexOf("3.") - 1, list.indexOf("2.")],
];

describe.concurrent.for([claude, mistral, moonshot])("an answer of $name that breaks off", (wire) => {
  it.for(seams)("goes on without a seam: %s", async ([, whole, at, from], { expect, onTestFinished }) => {
    const { ask, asked, waits } = await open(
      wire,
      (number) =>
        number === 0
          ? { pieces: wire.begin(split(whole.slice(0, at))), isCut: true }
          : { pieces: wire.answer(split(whole.slice(from))) },
      onTestFinished,
    );
    const { reply, texts } = await ask();
    expect(texts).toEqual([whole, whole, whole]);
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(asked).toHaveLength(2);
    const last = lastOf(asked[1]);
    expect(last).toMatchObject({ role: "assistant", ...wire.mark });
    expect(readText(last?.content)).toBe(whole.slice(0, at).trimEnd());
    expect(waits).toEqual([500]);
  });

  it("twice goes on twice, says so, and counts what all parts cost", async ({ expect, onTestFinished }) => {
    const breaks = [20, 45];
    const { ask, asked, waits, services } = await open(
      wire,
      (number) => {
        const [from, to] = [number === 0 ? 0 : breaks[number - 1], breaks[number]];
        const deltas = split(english.slice(from, to));
        if (to === undefined) return { pieces: wire.answer(deltas) };
        return {
          pieces: [...wire.begin(deltas), ...toEvents(number === 0 ? [wire.error] : [])],
          isCut: number > 0,
        };
      },
      onTestFinished,
    );
    const { reply, events, texts } = await ask();
    expect(texts).toEqual([english, english, english]);
    expect(asked).toHaveLength(3);
    expect(waits).toEqual([500, 2_000]);
    const told = events.filter(
      (event) =>
        event.type === "data-progress" &&
        event.data.status === "started" &&
        event.data.details?.retry?.isBroken === true,
    );
    expect(told).toHaveLength(2);
    expect(events.some(({ type }) => type === "reset-step")).toBe(false);
    const { steps } = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(steps.map(({ finishReason, usage }) => [finishReason, usage.estimated])).toEqual([
      ["cut", true],
      ["cut", true],
      ["stop", undefined],
    ]);
    expect(steps[0]?.usage.inputTokens).toBeGreaterThan(100);
    expect(steps.every(({ usage }) => usage.outputTokens > 2)).toBe(true);
  });

  it("is begun again where it cannot go on, and not tried so again", async ({ expect, onTestFinished }) => {
    let isRefused = false;
    const { ask, asked } = await open(
      wire,
      (number, body) => {
        const isPrefixed = lastOf(body)?.role === "assistant";
        isRefused ||= isPrefixed;
        const error = { type: "invalid_request_error", message: "The last message must be from the user." };
        if (isPrefixed)
          return {
            status: 400,
            type: "application/json",
            pieces: [JSON.stringify({ type: "error", error })],
          };
        return number % 3 === 0
          ? { pieces: wire.begin(["The cap"]), isCut: true }
          : { pieces: wire.answer([english]) };
      },
      onTestFinished,
    );
    const first = await ask();
    expect(first.texts).toEqual([english, english, english]);
    expect(asked.map((body) => lastOf(body)?.role)).toEqual(["user", "assistant", "user"]);
    const second = await ask("m2");
    expect(second.texts).toEqual([english, english, english]);
    expect(asked.slice(3).map((body) => lastOf(body)?.role)).toEqual(["user", "user"]);
  });

  const long = Array.from({ length: 800 }, (_, index) => `Sentence ${index}.`).join(" ");
  it.for([
    ["differently", english.slice(0, 70), `${english.slice(0, 50)}other river. It is old.`],
    ["at length", long.slice(0, -200), long],
  ] as const)(
    "is begun again where it begins anew: %s",
    async ([, first, other], { expect, onTestFinished }) => {
      const { ask, asked, services } = await open(
        wire,
        (number) =>
          number === 0
            ? { pieces: wire.begin(split(first)), isCut: true }
            : { pieces: wire.answer(split(other)) },
        onTestFinished,
      );
      // What is written three times costs more than an answer may by default.
      await services.settings.update({ costBudgetPerRequest: 100 }, 0, "test");
      const { texts } = await ask();
      expect(texts).toEqual([other, other, other]);
      expect(asked).toHaveLength(3);
    },
  );
});

const call = (args: string) =>
  chunk({
    tool_calls: [
      { index: 0, id: "call_1", type: "function", function: { name: "calculate", arguments: args } },
    ],
  });

describe.concurrent("a step that breaks off", () => {
  it.for<[string, Wire, string[], string[]]>([
    ["in its thoughts", mistral, toEvents([chunk({ reasoning_content: "I thi" })]), []],
    [
      "in a call behind its words",
      mistral,
      toEvents([chunk({ content: "Let me see. " }), call('{"expr')]),
      [],
    ],
    ["in its text, where no prefix is taken", acme, chat.begin(["The cap"]), []],
    ["in the text of a model that takes none", newClaude, messages.begin(["The cap"]), []],
  ])("%s is begun again once", async ([, wire, begun], { expect, onTestFinished }) => {
    const script: Script = (number) =>
      number === 0 ? { pieces: begun, isCut: true } : { pieces: wire.answer([english]) };
    const { ask, asked, waits } = await open(wire, script, onTestFinished);
    const { texts, reply } = await ask();
    expect(texts).toEqual([english, english, english]);
    expect(toolParts(reply)).toEqual([]);
    expect(asked.map((body) => lastOf(body)?.role)).toEqual(["user", "user"]);
    expect(waits).toEqual([500]);
  });

  it("is begun again once for each step", async ({ expect, onTestFinished }) => {
    const broken = { pieces: chat.begin(["Hm"]), isCut: true };
    const calling = {
      pieces: [...toEvents([call('{"expression":"6*7"}'), chunk({}, "tool_calls")]), "data: [DONE]\n\n"],
    };
    const answers = [broken, calling, broken, { pieces: chat.answer(["It is 42."]) }];
    const { ask, asked } = await open(acme, (number) => answers[number] ?? broken, onTestFinished);
    const { texts } = await ask();
    expect(texts).toEqual(["It is 42.", "It is 42.", "It is 42."]);
    expect(asked).toHaveLength(4);
  });

  it("goes on to a call of a tool", async ({ expect, onTestFinished }) => {
    const answers: RawAnswer[] = [
      { pieces: chat.begin(["Let me ", "calc"]), isCut: true },
      {
        pieces: [
          ...chat.begin(["ulate."]),
          ...toEvents([call('{"expression":"6*7"}'), chunk({}, "tool_calls")]),
          "data: [DONE]\n\n",
        ],
      },
      { pieces: chat.answer(["It is 42."]) },
    ];
    const { ask, asked } = await open(mistral, (number) => answers[number] ?? { pieces: [] }, onTestFinished);
    const { texts, reply } = await ask();
    expect(texts).toEqual(Array(3).fill("Let me calculate.It is 42."));
    expect(toolParts(reply)).toMatchObject([{ output: { ok: true } }]);
    expect(asked).toHaveLength(3);
    expect(JSON.stringify(asked[2])).toContain("Let me calculate.");
  });
});

const words = "The GPU fell over";
const said = `${words}: Bearer key-c12345, api_key=abcdef123456, for key-c12345.`;
const report = { error: { message: said, type: "server_error", code: 500 } };
const gemini: Pick<Wire, "ref" | "env"> = {
  ref: "google:gemini-3.5-flash",
  env: (url) => ({ GOOGLE_GENERATIVE_AI_API_KEY: "key-c12345", GOOGLE_BASE_URL: `${url}/v1beta` }),
};
const responses: Pick<Wire, "ref" | "env"> = {
  ref: "openai:gpt-5.4-mini",
  env: (url) => ({ OPENAI_API_KEY: "key-c12345", OPENAI_BASE_URL: `${url}/v1` }),
};
const keyedClaude = {
  ...newClaude,
  env: (url: string) => ({ ...claude.env(url), ANTHROPIC_API_KEY: "key-c12345" }),
};
const keyed = { ...acme, env: (url: string) => ({ ...acme.env(url), ACME_API_KEY: "key-c12345" }) };
const begunResponse = toEvents([
  { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
  {
    ...{ type: "response.output_item.added", output_index: 0 },
    item: { id: "i1", type: "message", role: "assistant", status: "in_progress", content: [] },
  },
  { type: "response.output_text.delta", item_id: "i1", output_index: 0, content_index: 0, delta: "The cap" },
]);
const begunGemini = toEvents([
  { candidates: [{ content: { role: "model", parts: [{ text: "The cap" }] }, index: 0 }] },
]);
const failed = {
  ...{ id: "r1", status: "failed", created_at: 1, model: "m", output: [] },
  error: { code: "server_error", message: said },
};

type Told = [string, Pick<Wire, "ref" | "env">, RawAnswer];
const begun = chat.begin(["The cap"]);
const breaks: Told[] = [
  ["an error in place of a chunk", keyed, { pieces: [...begun, ...toEvents([report])] }],
  [
    "what a gateway heard",
    keyed,
    {
      pieces: [
        ...begun,
        ...toEvents([{ error: { message: "Provider error", code: 502, metadata: { raw: said } } }]),
      ],
    },
  ],
  ["an error that is a text", keyed, { pieces: [...begun, ...toEvents([{ error: said }])] }],
  [
    "a message in place of a chunk",
    keyed,
    { pieces: [...begun, ...toEvents([{ message: said, code: 500 }])] },
  ],
  ["an error event", keyed, { pieces: [...begun, `event: error\ndata: ${JSON.stringify(report)}\n\n`] }],
  ["an error event that is a text", keyed, { pieces: [...begun, `event: error\ndata: ${said}\n\n`] }],
  ["a body behind the events", keyed, { pieces: [...begun, JSON.stringify(report)] }],
  ["a body over several lines", keyed, { pieces: [...begun, JSON.stringify(report, null, 2)] }],
  ["a body and a cut", keyed, { pieces: [...begun, `${JSON.stringify(report)}\n`], isCut: true }],
  ["a text of a proxy", keyed, { pieces: [...begun, `upstream error: ${said}\n`] }],
  [
    "an error event that is cut",
    keyed,
    { pieces: [...begun, `data: ${JSON.stringify(report).slice(0, -30)}`], isCut: true },
  ],
  [
    "an error event of Claude",
    keyedClaude,
    {
      pieces: [
        ...messages.begin(["The cap"]),
        ...toEvents([{ type: "error", error: { type: "api_error", message: said } }]),
      ],
    },
  ],
  [
    "an error event of Claude that is a text",
    keyedClaude,
    { pieces: [...messages.begin(["The cap"]), `event: error\ndata: ${said}\n\n`] },
  ],
  [
    "an error event of OpenAI",
    responses,
    {
      pieces: [
        ...begunResponse,
        ...toEvents([
          {
            type: "error",
            sequence_number: 3,
            error: { type: "server_error", code: "server_error", message: said, param: null },
          },
        ]),
      ],
    },
  ],
  [
    "a failed response of OpenAI",
    responses,
    {
      pieces: [
        ...begunResponse,
        ...toEvents([{ type: "response.failed", sequence_number: 3, response: failed }]),
      ],
    },
  ],
  [
    "an error of Gemini",
    gemini,
    { pieces: [...begunGemini, ...toEvents([{ error: { code: 500, message: said, status: "INTERNAL" } }])] },
  ],
  ["a body of Gemini's proxy", gemini, { pieces: [...begunGemini, JSON.stringify(report)] }],
];

describe.concurrent("a server that breaks off", () => {
  it.for(breaks)(
    "with %s is told in its own words, without secrets",
    async ([, wire, answer], { expect, onTestFinished }) => {
      const { ask, asked } = await open({ ...acme, ...wire }, () => answer, onTestFinished);
      const { reply, texts } = await ask();
      expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "model_unavailable" });
      expect(reply.metadata?.error).toContain("broke off in the middle");
      expect(reply.metadata?.error).toContain(words);
      expect(JSON.stringify(reply)).not.toMatch(/key-c12345|abcdef123456/);
      expect(texts).toEqual(["The cap", "The cap", "The cap"]);
      expect(asked).toHaveLength(2);
    },
  );

  it.for<[string, Pick<Wire, "ref" | "env">, object, number]>([
    ["7 s", acme, { error: { message: "Slow down", code: 429, retry_after: 7 } }, 7_000],
    [
      "7 s, where it goes on",
      mistral,
      { error: { message: "Busy", metadata: { headers: { "Retry-After": "7" } } } },
      7_000,
    ],
    [
      "7 s, as Gemini",
      gemini,
      { error: { code: 503, message: "Busy", details: [{ retryDelay: "7s" }] } },
      7_000,
    ],
    ["a minute", acme, { error: { message: "Slow down", code: 503, retry_after: 60 } }, 30_000],
  ])("and asks for %s is waited for", async ([, wire, error, ms], { expect, onTestFinished }) => {
    const [first, rest] =
      wire.ref === gemini.ref ? [begunGemini, begunGemini] : [begun, chat.answer(["The capital."])];
    const script: Script = (number) =>
      number === 0 ? { pieces: [...first, ...toEvents([error])] } : { pieces: rest };
    const { ask, waits } = await open({ ...acme, ...wire }, script, onTestFinished);
    const { reply } = await ask();
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(waits).toEqual([ms]);
  });

  it("with a page for browsers is not quoted", async ({ expect, onTestFinished }) => {
    const pieces = [...begun, "<html><body>502 Bad Gateway</body></html>\n"];
    const { ask } = await open(acme, () => ({ pieces }), onTestFinished);
    const { reply } = await ask();
    expect(reply.metadata?.error).toBe("acme broke off in the middle of its answer (acme:m).");
  });

  it("amid what it says of a refusal is told as far as it came", async ({ expect, onTestFinished }) => {
    const pieces = [`{"error":{"message":"${words} and then`];
    const refusal = { status: 422, type: "application/json", pieces, isCut: true };
    const { ask } = await open(acme, () => refusal, onTestFinished);
    const { reply } = await ask();
    expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "model_rejected" });
    expect(reply.metadata?.error).toContain(words);
  });

  it("behind the end of its answer has answered", async ({ expect, onTestFinished }) => {
    const pieces = [...begun, ...toEvents([chunk({}, "stop")]), JSON.stringify(report)];
    const { ask, asked } = await open(acme, () => ({ pieces }), onTestFinished);
    const { reply } = await ask();
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(asked).toHaveLength(1);
  });
});
