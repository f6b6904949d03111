import { describe, expect, it, onTestFinished } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { ask, textOf } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startRawProvider, toEvents } from "@/tests/support/wire/raw-provider";
import { compatible, openai } from "@/tests/support/wire/vendors";

/** Each answer's events, one after the other, as a gateway sends them. */
async function openGateway(...answers: object[][]) {
  const provider = await startRawProvider((number) => ({
    pieces: [...toEvents(answers[number] ?? [delta({}, {}, "stop")]), "data: [DONE]\n\n"],
  }));
  const services = await openTestServices({
    ...compatible.env(provider.url),
    MODEL_MAIN: compatible.ref,
    MODEL_LITE: "offline:guide",
  });
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  return { services, provider };
}

const delta = (content: object, more: object = {}, finish_reason: string | null = null) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta: content, finish_reason }],
  ...more,
});
const stop = delta({}, {}, "stop");

const listSources = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "source-url" ? [[part.sourceId, part.url, part.title]] : []));
const thoughtOf = ({ parts }: ChatMessage) =>
  parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");

describe("sources of a gateway", () => {
  /** After “Chat Completions” of Perplexity, November 2026: the list comes with every chunk. */
  const toSearched = (...hosts: string[]) => {
    const citations = hosts.map((host) => `https://${host}/page`);
    const search_results = citations.map((url) => ({ url, title: `On ${url}`, date: null }));
    return ["It is tall [1]", " and old [2].", ""].map((content) =>
      delta({ content }, { citations, search_results }),
    );
  };

  it("become the reply's sources under the numbers by which it cites", async () => {
    const { services } = await openGateway([...toSearched("a.example", "b.example"), stop]);
    const reply = await ask(services);
    expect(textOf(reply)).toBe("It is tall [1] and old [2].");
    expect(listSources(reply)).toEqual([
      ["1", "https://a.example/page", "On https://a.example/page"],
      ["2", "https://b.example/page", "On https://b.example/page"],
    ]);
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
  });

  it("have one number each in a conversation, which the next answer cites", async () => {
    const { services, provider } = await openGateway(
      [...toSearched("a.example", "b.example"), stop],
      [...toSearched("c.example", "a.example"), stop],
    );
    await ask(services);
    const reply = await ask(services, "And now?", { message: "m2" });
    expect(textOf(reply)).toBe("It is tall [3] and old [1].");
    expect(listSources(reply).map(([number]) => number)).toEqual(["3", "1"]);
    expect(provider.asked).toHaveLength(2);
  });

  /** After “Web search” of OpenRouter, November 2026. */
  it("are taken from annotations, each once", async () => {
    const annotations = ["https://a.example/1", "https://b.example/2"].map((url) => ({
      type: "url_citation",
      url_citation: { url, title: `T ${url.at(-1)}`, content: "…", start_index: 0, end_index: 5 },
    }));
    const { services } = await openGateway([
      delta({ content: "It is tall." }),
      delta({ content: "", annotations: annotations.slice(0, 1) }),
      delta({ annotations }, {}, "stop"),
    ]);
    const reply = await ask(services);
    expect(textOf(reply)).toBe("It is tall.");
    expect(listSources(reply)).toEqual([
      ["1", "https://a.example/1", "T 1"],
      ["2", "https://b.example/2", "T 2"],
    ]);
  });

  it("are left out where they are no addresses of the web", async () => {
    const citations = ["javascript:alert(1)", "not an address", 7, null, { url: "file:///etc/passwd" }];
    const { services } = await openGateway([delta({ content: "Yes." }, { citations }), stop]);
    expect(listSources(await ask(services))).toEqual([]);
  });
});

const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** After “Image generation” of OpenRouter, November 2026. */
it("shows a picture that a gateway sends in a delta, and none that is elsewhere", async () => {
  const images = [`data:image/png;base64,${dot}`, "https://a.example/picture.png"].map((url) => ({
    type: "image_url",
    image_url: { url },
  }));
  const { services } = await openGateway([
    delta({ content: "Here" }),
    delta({ content: " it is.", images }),
    stop,
  ]);
  const reply = await ask(services);
  const files = reply.parts.flatMap((part) => (part.type === "file" ? [part] : []));
  expect(files).toMatchObject([{ mediaType: "image/png", url: expect.stringMatching(/^\/api\/files\//) }]);
  expect(textOf(reply)).toBe("Here it is.");
});

/** After “Responses” of LM Studio, November 2026. */
it("shows thoughts that a server of Responses sends as they are", async () => {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const place = { item_id: "msg_1", output_index: 1, content_index: 0 };
  const item = { id: "msg_1", type: "message", role: "assistant", status: "completed" };
  const thought = { item_id: "rs_1", output_index: 0, content_index: 0 };
  const pieces = toEvents([
    { type: "response.created", response: { id: "r1", created_at: 1, model: "m" } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { id: "rs_1", type: "reasoning", summary: [] },
    },
    { type: "response.reasoning_text.delta", ...thought, delta: "I " },
    { type: "response.reasoning_text.delta", ...thought, delta: "add." },
    { type: "response.reasoning_text.done", ...thought, text: "I add." },
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { id: "rs_1", type: "reasoning", summary: [] },
    },
    { type: "response.output_item.added", output_index: 1, item: { ...item, content: [] } },
    { type: "response.output_text.delta", ...place, delta: "It is 42." },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { ...item, content: [{ type: "output_text", text: "It is 42.", annotations: [] }] },
    },
    { type: "response.completed", response: { id: "r1", created_at: 1, model: "m", usage } },
  ]);
  const provider = await startRawProvider(() => ({ pieces }));
  const services = await openTestServices({
    ...openai.env(provider.url),
    MODEL_MAIN: openai.ref,
    MODEL_LITE: "offline:guide",
  });
  onTestFinished(async () => {
    await services.dispose();
    await provider.close();
  });
  const reply = await ask(services);
  expect([thoughtOf(reply), textOf(reply)]).toEqual(["I add.", "It is 42."]);
});

describe("thoughts of a gateway", () => {
  it.each<[string, object[]]>([
    ["reasoning", [{ reasoning: "I " }, { reasoning: "add." }]],
    ["reasoning_content", [{ reasoning_content: "I " }, { reasoning_content: "add." }]],
    [
      "reasoning_details",
      ["I ", "add."].map((text) => ({ reasoning_details: [{ type: "reasoning.text", text, index: 0 }] })),
    ],
    [
      "reasoning_details that sum up",
      [{ reasoning_details: [{ type: "reasoning.summary", summary: "I add." }] }],
    ],
    [
      "reasoning beside its details",
      [{ reasoning: "I add.", reasoning_details: [{ type: "reasoning.text", text: "I add." }] }],
    ],
    ["thinking", [{ thinking: "I " }, { thinking: "add." }]],
    ["thinking_blocks", [{ thinking_blocks: [{ type: "thinking", thinking: "I add.", signature: "s" }] }]],
    [
      "a list in the content",
      [{ content: [{ type: "thinking", thinking: [{ type: "text", text: "I add." }] }] }],
    ],
    ["a text in the content's list", [{ content: [{ type: "reasoning", text: "I add." }] }]],
    ["tags", [{ content: "<think>I " }, { content: "add.</think>\n" }]],
    ["a late thought", [...Array.from({ length: 5 }, () => ({ content: "" })), { thinking: "I add." }]],
  ])("are apart from the answer: %s", async (_, deltas) => {
    const { services } = await openGateway([
      ...deltas.map((each) => delta(each)),
      delta({ content: "It is 42." }),
      stop,
    ]);
    const reply = await ask(services);
    expect([thoughtOf(reply).trim(), textOf(reply)]).toEqual(["I add.", "It is 42."]);
  });
});
