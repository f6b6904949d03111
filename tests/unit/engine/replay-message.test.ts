import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { toReplayChunks } from "@/lib/engine/log/replay-message";
import { ask, call, openWith, read, text } from "@/tests/support/scripted-services";

/** As a browser has it that reads the replay: what is undefined is not there. */
async function replay(message: ChatMessage): Promise<unknown> {
  const chunks = JSON.parse(JSON.stringify(toReplayChunks(message))) as ReturnType<typeof toReplayChunks>;
  return JSON.parse(JSON.stringify(await reduceMessage(chunks, message.id, message.metadata ?? {})));
}

describe("toReplayChunks", () => {
  it("makes a stored reply again: reasoning, calls, failures, notices, text and sources", async () => {
    const { services } = await openWith((request) => {
      if (request.turn === 0)
        return {
          parts: [{ type: "reasoning", chunks: ["Hm"] }, ...parts(call("calculate", { expression: "2+2" }))],
          usage: null,
        };
      if (request.turn === 1) return call("teleport", { to: "Mars" });
      return request.turn === 2 ? call("calculate", { expression: "2+2" }) : text("Four", ".");
    });
    await ask(services);
    const stored = (await read(services)).messages[1];
    expect(stored?.parts.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["reasoning", "tool-calculate", "dynamic-tool", "data-notice", "text"]),
    );
    expect(await replay(stored ?? { id: "none", role: "assistant", parts: [] })).toEqual(stored);
  });

  it("makes the person's words to the running reply again", async () => {
    const said = {
      type: "steering-message" as const,
      id: "s1",
      parts: [{ type: "text" as const, text: "In metres." }],
    };
    const message: ChatMessage = {
      id: "r1",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "text", text: "High.", state: "done" },
        said,
        { type: "step-start" },
        { type: "text", text: "30 m.", state: "done" },
      ],
    };
    expect(await replay(message)).toMatchObject({ parts: message.parts });
  });

  it("makes the line on what was remembered again", async () => {
    const saved = [{ id: "f1", content: "Likes tea.", replaced: null }];
    const message: ChatMessage = {
      id: "r1",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "text", text: "Noted.", state: "done" },
        { type: "data-memories", id: "memories", data: { used: [], saved } },
      ],
    };
    expect(await replay(message)).toMatchObject({ parts: message.parts });
  });

  it("makes sources, pictures and calls that were cut again", async () => {
    const message: ChatMessage = {
      id: "r1",
      role: "assistant",
      parts: [
        { type: "step-start" },
        {
          type: "tool-calculate",
          toolCallId: "c1",
          state: "output-error",
          input: { expression: "" },
          errorText: "Ended before it had a result.",
        },
        { type: "file", mediaType: "image/png", url: "/api/files/f1" },
        { type: "text", text: "See [1].", state: "done" },
        {
          type: "source-url",
          sourceId: "1",
          url: "https://a.example/",
          title: "A",
          providerMetadata: { sextant: { number: 1, site: "a.example", evidenceId: "r_1" } },
        },
      ],
      metadata: { runId: "run1", outcome: "stopped" },
    };
    expect(await replay(message)).toEqual(message);
  });
});

const parts = (reply: ReturnType<typeof call>) => ("parts" in reply ? reply.parts : []);
