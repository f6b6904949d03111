import { describe, expect, it } from "vitest";
import { createChunkTidier } from "@/lib/engine/loop/tidy-chunks";
import type { ChatChunk } from "@/lib/protocol/chat-message";

function tidy(chunks: ChatChunk[]): (ChatChunk | null)[] {
  let time = 0;
  return chunks.map(
    createChunkTidier(
      () => (time += 100),
      (tool) => tool !== "calculate" && tool !== "web_search",
    ),
  );
}

describe("createChunkTidier", () => {
  it("gives parts short ids that are unique in the run, also when vendors repeat theirs", () => {
    const ids = tidy([
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "a" },
      { type: "text-end", id: "0" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "b" },
    ]).map((chunk) => (chunk !== null && "id" in chunk ? chunk.id : null));
    expect(ids).toEqual(["1", "1", "1", "2", "2"]);
  });

  it("keeps a text and a reasoning with the same vendor id apart", () => {
    const [, , delta] = tidy([
      { type: "reasoning-start", id: "0" },
      { type: "text-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "hm" },
    ]);
    expect(delta).toMatchObject({ id: "1" });
  });

  it("tells how long a reasoning took, in place of the vendor's metadata", () => {
    const [, end] = tidy([
      { type: "reasoning-start", id: "rs_1", providerMetadata: { openai: { itemId: "rs_1" } } },
      {
        type: "reasoning-end",
        id: "rs_1",
        providerMetadata: { openai: { reasoningEncryptedContent: "x".repeat(1_000) } },
      },
    ]);
    expect(end).toEqual({
      type: "reasoning-end",
      id: "1",
      providerMetadata: { sextant: { durationMs: 100 } },
    });
  });

  it("marks every chunk of a call to a tool outside the protocol as dynamic, and no other", () => {
    const chunks = tidy([
      { type: "tool-input-start", toolCallId: "a", toolName: "teleport" },
      {
        type: "tool-input-error",
        toolCallId: "a",
        toolName: "teleport",
        input: {},
        errorText: "no such tool",
      },
      { type: "tool-output-error", toolCallId: "a", errorText: "no such tool" },
      { type: "tool-input-available", toolCallId: "b", toolName: "calculate", input: {} },
    ]);
    expect(chunks.map((chunk) => chunk !== null && "dynamic" in chunk && chunk.dynamic)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("takes a known tool for what it is when a server gives its call the id of an unknown one before", () => {
    const chunks = tidy([
      {
        type: "tool-input-error",
        toolCallId: "call_1",
        toolName: "teleport",
        input: {},
        errorText: "no such tool",
      },
      { type: "tool-input-available", toolCallId: "call_1", toolName: "calculate", input: {} },
      { type: "tool-output-available", toolCallId: "call_1", output: 1 },
    ]);
    expect(chunks.map((chunk) => chunk !== null && "dynamic" in chunk && chunk.dynamic)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("drops what nobody draws or the run writes itself", () => {
    expect(
      tidy([
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: "{" },
        { type: "start" },
        { type: "finish" },
        { type: "text-delta", id: "0", delta: "" },
      ]),
    ).toEqual([null, null, null, null]);
  });
});
