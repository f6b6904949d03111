import { describe, expect, it } from "vitest";
import { findNewestAnswer, readTurn } from "@/lib/client/message/read-turn";
import { countTrail } from "@/lib/client/message/summarize-trail";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { fetchPart, meta, searchPart } from "@/tests/unit/client/parts";

describe("findNewestAnswer", () => {
  const done: ChatMessage = { ...reply([text("Done.")]), metadata: { outcome: "completed" } };
  it("gives the newest one that is done and says something", () => {
    const silent: ChatMessage = { ...reply([searchPart]), metadata: { outcome: "stopped" } };
    expect(findNewestAnswer([done, silent, reply([text("Being wri")])])).toBe("Done.");
  });

  it("gives none where no answer is done", () => {
    const question: ChatMessage = { ...done, role: "user" };
    expect(findNewestAnswer([question, reply([text("Being wri")])])).toBeNull();
  });
});

describe("readTurn", () => {
  it("puts thoughts and tools on the trail in their order, and the text after the last tool into the answer", () => {
    const turn = readTurn(
      reply([{ type: "step-start" }, thought("Hm"), searchPart, { type: "step-start" }, text("The answer")]),
    );
    expect(turn.steps.map(({ kind }) => kind)).toEqual(["thought", "tool"]);
    expect(turn.answer).toBe("The answer");
  });

  it("takes a few words before a tool for an aside, and a long text for a part of the answer", () => {
    const long = "So much is known already. ".repeat(20);
    const turn = readTurn(reply([text("Let me look."), searchPart, text(long), fetchPart, text("Done.")]));
    expect(turn.steps.map(({ kind }) => kind)).toEqual(["commentary", "tool", "tool"]);
    expect(turn.answer).toBe(`${long}\n\nDone.`);
  });

  it("takes the last words before a step for the answer when a finished reply has none after it", () => {
    const parts = [text("Noted."), searchPart];
    expect(readTurn({ ...reply(parts), metadata: { outcome: "completed" } })).toMatchObject({
      answer: "Noted.",
      steps: [{ kind: "tool" }],
    });
    expect(readTurn(reply(parts))).toMatchObject({
      answer: "",
      steps: [{ kind: "commentary" }, { kind: "tool" }],
    });
  });

  it("gathers the pictures that searches found, each once", () => {
    const toSearch = (...names: string[]): ChatPart => {
      const pictures = names.map((name) => ({
        ...{ url: `https://${name}.example/p.png`, title: name },
        ...{ pageUrl: `https://${name}.example/`, site: `${name}.example` },
      }));
      const data = { engine: "Told", results: [], notes: [], pictures };
      const summary = { key: "foundResults" as const, values: {} };
      const output = { ok: true as const, text: "", summary, data, meta };
      return {
        ...{ type: "tool-web_search", toolCallId: names.join(), state: "output-available" },
        ...{ input: { query: "words" }, output },
      } as ChatPart;
    };
    const { foundPictures } = readTurn(reply([toSearch("a", "b"), toSearch("b", "c"), searchPart]));
    expect(foundPictures.map(({ title }) => title)).toEqual(["a", "b", "c"]);
  });

  it("knows that the answer is still being written", () => {
    expect(readTurn(reply([{ type: "text", text: "Ha", state: "streaming" }])).isAnswering).toBe(true);
    expect(readTurn(reply([text("Ha")])).isAnswering).toBe(false);
  });

  it("shows what the person said meanwhile where the reply read it, and keeps what was answered before", () => {
    const steering: ChatPart = {
      type: "steering-message",
      id: "u2",
      parts: [{ type: "text", text: "In metres, please" }],
    };
    const start: ChatPart = { type: "step-start" };
    const turn = readTurn(
      reply([
        start,
        text("984 feet."),
        steering,
        start,
        text("Converting."),
        searchPart,
        start,
        text("300 m."),
      ]),
    );
    expect(turn.pieces.map((piece) => [piece.kind, "text" in piece ? piece.text : null])).toEqual([
      ["text", "984 feet."],
      ["steering", "In metres, please"],
      ["text", "300 m."],
    ]);
    expect(turn.answer).toBe("984 feet.\n\n300 m.");
    expect(turn.steps.map(({ kind }) => kind)).toEqual(["commentary", "tool"]);
  });

  it("is not answering any more when a new step has begun", () => {
    const open: ChatPart = { type: "text", text: "Half", state: "streaming" };
    expect(readTurn(reply([{ type: "step-start" }, open, { type: "step-start" }])).isAnswering).toBe(false);
  });

  it("parts notices from before the answer and after it began", () => {
    const notice = (words: string): ChatPart => ({
      type: "data-notice",
      data: { kind: "fallback", text: words },
    });
    const { notices } = readTurn(reply([notice("first"), text("Answer"), notice("second")]));
    expect(notices).toEqual({
      early: [{ kind: "fallback", text: "first" }],
      late: [{ kind: "fallback", text: "second" }],
    });
  });

  it("shows a picture once that comes as a tool's result and as a file", () => {
    const data = { url: "/api/files/f1", mediaType: "image/png", description: "A sextant", model: "m" };
    const made: ChatPart = {
      type: "tool-image_generate",
      toolCallId: "t9",
      state: "output-available",
      input: { description: "A sextant" },
      output: { ok: true, text: "", summary: { key: "madeImage", values: {} }, data, meta },
    };
    const turn = readTurn(reply([made, { type: "file", url: "/api/files/f1", mediaType: "image/png" }]));
    expect(turn.pictures).toEqual([
      { url: "/api/files/f1", mediaType: "image/png", description: "A sextant" },
    ]);
  });

  it("takes the time of a thought from the server when it tells it", () => {
    const timed: ChatPart = { ...thought("Hm"), providerMetadata: { sextant: { durationMs: 1200 } } };
    expect(readTurn(reply([timed])).steps).toMatchObject([{ durationMs: 1200 }]);
  });
});

describe("countTrail", () => {
  it("counts what went well apart from what failed", () => {
    const failed: ChatPart = {
      type: "tool-calculate",
      toolCallId: "t3",
      state: "output-error",
      input: { expression: "1/0" },
      errorText: "No.",
    };
    const { steps } = readTurn(reply([searchPart, { ...searchPart, toolCallId: "t5" }, fetchPart, failed]));
    expect(countTrail(steps)).toMatchObject({
      calls: steps.slice(0, 3).map((step) => step.kind === "tool" && step.part),
      failed: 1,
    });
  });

  it("counts a call that is being made", () => {
    const running: ChatPart = {
      type: "tool-web_fetch",
      toolCallId: "t2",
      state: "input-available",
      input: { urls: ["https://a.example", "https://b.example"], query: "q" },
    };
    expect(countTrail(readTurn(reply([running])).steps).calls).toEqual([running]);
  });
});

function reply(parts: ChatPart[]): ChatMessage {
  return { id: "a1", role: "assistant", parts };
}

function text(words: string): ChatPart {
  return { type: "text", text: words, state: "done" };
}

function thought(words: string): Extract<ChatPart, { type: "reasoning" }> {
  return { type: "reasoning", text: words, state: "done" };
}
