import { describe, expect, it } from "vitest";
import {
  compactMessage,
  estimateMessage,
  takeExchanges,
  selectHistory,
  type PlacedMessage,
} from "@/lib/engine/loop/context/history";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";

const user = (id: string, text: string): ChatMessage => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
});
const reply = (id: string, text: string): ChatMessage => ({
  id,
  role: "assistant",
  parts: [{ type: "step-start" }, { type: "text", text }],
});
const place = (messages: ChatMessage[]): PlacedMessage[] =>
  messages.map((message, index) => ({ seq: index + 1, message }));
const toIds = (placed: PlacedMessage[]) => placed.map(({ message }) => message.id);
const meta = { durationMs: 1, costMicroUsd: 0, version: "1.0", attempts: 1 };

const room = (tokens: number) => ({ tokens, newestTokens: tokens });
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
const textOf = (placed: PlacedMessage | undefined) =>
  placed?.message.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";

describe("selectHistory", () => {
  it("keeps the newest that fit, in order, beginning with a question", () => {
    const messages = [
      user("1", "a".repeat(400)),
      reply("2", "b".repeat(400)),
      user("3", "c".repeat(400)),
      reply("4", "d".repeat(400)),
      user("5", "e"),
    ];
    expect(toIds(selectHistory(place(messages), { ...room(320), behindSeq: 0 }))).toEqual(["3", "4", "5"]);
    expect(selectHistory(place(messages), { ...room(10_000), behindSeq: 0 })).toHaveLength(5);
    expect(toIds(selectHistory(place(messages), { ...room(10_000), behindSeq: 2 }))).toEqual(["3", "4", "5"]);
  });

  it("keeps the newest message whole, however long it is", () => {
    const long = user("2", "x".repeat(90_000));
    expect(selectHistory(place([user("1", "a"), long]), { ...room(0), behindSeq: 0 })).toEqual([
      { seq: 2, message: long },
    ]);
  });
});

describe("the exchange before the question", () => {
  const asked = (document: string) =>
    place([
      user("1", "hello"),
      reply("2", "hi"),
      user("3", document),
      reply("4", "It says much."),
      user("5", "And the second part?"),
    ]);

  it("stays whole up to its own room, when the rest of the history has none", () => {
    const document = words(4_000);
    expect(
      toIds(selectHistory(asked(document), { tokens: 3_000, newestTokens: 9_000, behindSeq: 0 })),
    ).toEqual(["3", "4", "5"]);
    expect(
      textOf(selectHistory(asked(document), { tokens: 3_000, newestTokens: 9_000, behindSeq: 0 })[0]),
    ).toBe(document);
  });

  it("has the beginning and the end of a longer question, and says by what number the rest is found", () => {
    const selected = selectHistory(asked(words(40_000)), {
      tokens: 3_000,
      newestTokens: 9_000,
      behindSeq: 0,
    });
    expect(toIds(selected)).toEqual(["3", "4", "5"]);
    expect(textOf(selected[0])).toMatch(
      /^word0 word1 [^]+\n… \(left out here; look it up with recall_details: resultId "earlier", focus "#3" and what you look for\)\n[^]+ word39999$/,
    );
    expect(
      selected.slice(0, 2).reduce((sum, { message }) => sum + estimateMessage(message), 0),
    ).toBeLessThanOrEqual(9_000);
  });

  it("loses its oldest calls with their results where its reply made too many, and keeps what was answered", () => {
    const calls = Array.from({ length: 30 }, (_, index): ChatPart => ({
      type: "dynamic-tool",
      toolName: "look",
      toolCallId: `c${index}`,
      state: "output-available",
      input: {},
      output: { ok: true, text: words(200), summary: "Looked.", meta },
    }));
    const answered: ChatMessage = {
      id: "4",
      role: "assistant",
      parts: [...calls, { type: "text", text: "It says much." }],
    };
    const placed = place([user("3", "What does it say?"), answered, user("5", "And the second part?")]);
    const selected = selectHistory(placed, { tokens: 3_000, newestTokens: 6_000, behindSeq: 0 });
    expect(toIds(selected)).toEqual(["3", "4", "5"]);
    expect(
      selected.slice(0, 2).reduce((sum, { message }) => sum + estimateMessage(message), 0),
    ).toBeLessThanOrEqual(6_000);
    expect(selected[1]?.message.parts.slice(-2)).toEqual([
      calls.at(-1),
      { type: "text", text: "It says much." },
    ]);
  });

  it("has the beginning and the end of a reply that is longer than its room, and says by what number the rest is found", () => {
    const placed = place([
      user("1", "What does it say?"),
      reply("2", words(2_000)),
      user("3", "And the end of it?"),
    ]);
    const selected = selectHistory(placed, { tokens: 500, newestTokens: 900, behindSeq: 0 });
    expect(toIds(selected)).toEqual(["1", "2", "3"]);
    expect(textOf(selected[1])).toMatch(
      /^word0 word1 [^]+ focus "#2" and what you look for\)\n[^]+ word1999$/,
    );
    expect(
      selected.slice(0, 2).reduce((sum, { message }) => sum + estimateMessage(message), 0),
    ).toBeLessThanOrEqual(900);
  });

  it("is cut between characters, whatever they are", () => {
    for (const document of [
      "测试".repeat(20_000),
      "😀".repeat(20_000),
      "👩‍👩‍👧".repeat(6_000),
      "x".repeat(99_999),
    ]) {
      const selected = selectHistory(asked(document), { tokens: 3_000, newestTokens: 6_000, behindSeq: 0 });
      expect(selected.map((one) => textOf(one).isWellFormed())).toEqual([true, true, true]);
      expect(
        selected.slice(0, 2).reduce((sum, { message }) => sum + estimateMessage(message), 0),
      ).toBeLessThanOrEqual(6_000);
    }
  });
});

describe("takeExchanges", () => {
  it("keeps the question with so many exchanges before it, and everything when there are fewer", () => {
    const messages = place([
      user("1", "a"),
      reply("2", "b"),
      user("3", "c"),
      reply("4", "d"),
      user("5", "e"),
    ]);
    expect(toIds(takeExchanges(messages, 1))).toEqual(["3", "4", "5"]);
    expect(toIds(takeExchanges(messages, 9))).toEqual(["1", "2", "3", "4", "5"]);
  });
});

describe("compactMessage", () => {
  const page = {
    number: 1,
    evidenceId: "r_1",
    url: "https://a.example/",
    title: "A",
    site: "a.example",
    passages: [],
    resultId: "r_1",
    truncated: false,
  };
  const message: ChatMessage = {
    id: "m",
    role: "assistant",
    parts: [
      { type: "reasoning", text: "hm" },
      {
        type: "tool-web_fetch",
        toolCallId: "c1",
        state: "output-available",
        input: { urls: ["https://a.example/"], query: "q" },
        output: {
          ok: true,
          text: "y".repeat(5_000),
          summary: { key: "readPages", values: {} },
          data: { pages: [page], failures: [] },
          meta,
        },
      },
      { type: "data-notice", data: { kind: "loop", text: "repeated" } },
      { type: "text", text: "The answer [1]." },
    ],
  };

  it("shortens long results with the id to recall them by, and drops reasoning and notices", () => {
    const compact = compactMessage(message);
    expect(compact.parts.map(({ type }) => type)).toEqual(["tool-web_fetch", "text"]);
    expect(JSON.stringify(compact.parts[0])).toContain("whole with recall_details: r_1");
    expect(JSON.stringify(compact.parts[0]).length).toBeLessThan(2_500);
  });

  it("drops texts without words, which some vendors refuse", () => {
    const cut: ChatMessage = {
      id: "m",
      role: "assistant",
      parts: [
        { type: "text", text: " " },
        { type: "text", text: "Half" },
      ],
    };
    expect(compactMessage(cut).parts).toEqual([{ type: "text", text: "Half" }]);
  });

  it("keeps what a tool registered at run time gave, shortened like the others", () => {
    const output = { ok: true, text: "z".repeat(5_000), summary: "Did it.", meta };
    const part = {
      type: "dynamic-tool",
      toolName: "math_prime",
      toolCallId: "c2",
      state: "output-available",
      input: {},
      output,
    } as const;
    const [kept] = compactMessage({ id: "m", role: "assistant", parts: [part] }).parts;
    expect(kept).toMatchObject({
      type: "dynamic-tool",
      output: { ok: true, text: expect.stringMatching(/^z{1700,1800}\n\(Shortened\.\)$/) },
    });
  });

  it("shortens what nobody has compacted between characters, and leaves no page without its end", () => {
    const shorten = (text: string) =>
      JSON.stringify(
        compactMessage({
          id: "m",
          role: "assistant",
          parts: [
            {
              type: "dynamic-tool",
              toolName: "x",
              toolCallId: "c",
              state: "output-available",
              input: {},
              output: { ok: true, text, summary: "Did it.", meta },
            },
          ],
        }).parts,
      );
    expect(shorten(`a${"😀".repeat(3_000)}`)).not.toMatch(/\\ud[89a-f]/i);
    expect(shorten(`<page number="1">\n${words(2_000)}\n</page>`)).toContain("</page>");
  });

  it("keeps that the person did not allow a call, as a failure without the question", () => {
    const input = { urls: ["https://a.example/"], query: "q" };
    const denied: ChatPart = {
      type: "tool-web_fetch",
      toolCallId: "c1",
      state: "output-denied",
      input,
      approval: { id: "a1", approved: false },
    };
    expect(compactMessage({ id: "m", role: "assistant", parts: [denied] }).parts).toEqual([
      {
        type: "tool-web_fetch",
        toolCallId: "c1",
        state: "output-error",
        input,
        errorText: "The person did not allow this call.",
      },
    ]);
  });

  it("leaves the stored message as it was", () => {
    const before = structuredClone(message);
    compactMessage(message);
    expect(message).toEqual(before);
  });
});

describe("estimateMessage", () => {
  it("counts what the person said while the reply was made", () => {
    const steering: ChatPart = {
      type: "steering-message",
      id: "s",
      parts: [{ type: "text", text: "x".repeat(4_000) }],
    };
    expect(estimateMessage({ id: "m", role: "assistant", parts: [steering] })).toBeGreaterThanOrEqual(1_000);
  });

  it("counts a picture of the person whole, and of one that was made for them what the model reads, its name", () => {
    const file: ChatPart = {
      type: "file",
      mediaType: "image/png",
      url: "/api/files/f1",
      filename: "boat.png",
    };
    const [sent, made] = (["user", "assistant"] as const).map((role) =>
      estimateMessage({ id: "m", role, parts: [file] }),
    );
    expect(sent).toBeGreaterThanOrEqual(1_000);
    expect(made).toBeLessThan(50);
  });
});
