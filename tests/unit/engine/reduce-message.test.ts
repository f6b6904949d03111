import { describe, expect, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { closeOpenParts, reduceMessage } from "@/lib/engine/log/reduce-message";

const call: ChatChunk = {
  type: "tool-input-available",
  toolCallId: "c1",
  toolName: "calculate",
  input: { expression: "1" },
};

describe("reduceMessage", () => {
  it("makes the message of the events, with the metadata that it is given", async () => {
    const chunks: ChatChunk[] = [
      { type: "start", messageId: "r1" },
      { type: "start-step" },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hello" },
      { type: "text-end", id: "1" },
    ];
    const message = await reduceMessage(chunks, "r1", { outcome: "completed" });
    expect(message).toMatchObject({ id: "r1", role: "assistant", metadata: { outcome: "completed" } });
    expect(message.parts.at(-1)).toMatchObject({ type: "text", text: "Hello", state: "done" });
  });

  it("makes an empty message of a run that ended before its first event", async () => {
    expect(await reduceMessage([], "r1", {})).toEqual({
      id: "r1",
      role: "assistant",
      parts: [],
      metadata: {},
    });
  });
});

describe("closeOpenParts", () => {
  it("has nothing to close in a reply that ended by itself", () => {
    const chunks: ChatChunk[] = [
      { type: "text-start", id: "1" },
      { type: "text-end", id: "1" },
      call,
      { type: "tool-output-available", toolCallId: "c1", output: 1 },
    ];
    expect(closeOpenParts(chunks)).toEqual([]);
  });

  it.each<[string, ChatChunk[], ChatChunk]>([
    ["a text", [{ type: "text-start", id: "1" }], { type: "text-end", id: "1" }],
    ["a reasoning", [{ type: "reasoning-start", id: "2" }], { type: "reasoning-end", id: "2" }],
    [
      "a call without a result",
      [call],
      { type: "tool-output-error", toolCallId: "c1", errorText: "Ended before it had a result." },
    ],
    [
      "a call that was being written",
      [{ type: "tool-input-start", toolCallId: "c1", toolName: "calculate" }],
      {
        type: "tool-input-error",
        toolCallId: "c1",
        toolName: "calculate",
        input: {},
        errorText: "Ended before it had a result.",
      },
    ],
  ])("ends %s that was cut", (_title, chunks, closing) => {
    expect(closeOpenParts(chunks)).toEqual([closing]);
  });

  it("closes the newest of two calls with the same id, as some servers number each step anew", () => {
    const result: ChatChunk = { type: "tool-output-available", toolCallId: "c1", output: 1 };
    expect(closeOpenParts([call, result, { type: "start-step" }, call])).toHaveLength(1);
    expect(closeOpenParts([call, result, { type: "start-step" }, call, result])).toEqual([]);
  });

  it("leaves a message that can be drawn and sent again", async () => {
    const chunks: ChatChunk[] = [
      { type: "start-step" },
      { type: "tool-input-start", toolCallId: "c1", toolName: "calculate" },
      { type: "text-start", id: "1" },
    ];
    const message = await reduceMessage([...chunks, ...closeOpenParts(chunks)], "r1", {});
    expect(message.parts).toMatchObject([
      { type: "step-start" },
      { type: "tool-calculate", state: "output-error" },
      { type: "text", state: "done" },
    ]);
  });
});
