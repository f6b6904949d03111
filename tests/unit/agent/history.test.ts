import { describe, expect, it } from "vitest";
import { compactMessage, selectHistory } from "@/lib/agent/history";
import type { ChatMessage } from "@/lib/protocol/chat-message";

const user = (id: string, text: string): ChatMessage => ({ id, role: "user", parts: [{ type: "text", text }] });
const reply = (id: string, text: string): ChatMessage => ({ id, role: "assistant", parts: [{ type: "step-start" }, { type: "text", text }] });
const meta = { durationMs: 1, costMicroUsd: 0, tokens: 0, version: "1.0", attempts: 1 };

describe("selectHistory", () => {
  it("keeps the newest that fit, in order, beginning with a question", () => {
    const messages = [user("1", "a".repeat(400)), reply("2", "b".repeat(400)), user("3", "c".repeat(400)), reply("4", "d".repeat(400)), user("5", "e")];
    expect(selectHistory(messages, 320).map(({ id }) => id)).toEqual(["3", "4", "5"]);
    expect(selectHistory(messages, 10_000)).toHaveLength(5);
  });

  it("keeps the newest message whole, however long it is", () => {
    const long = user("2", "x".repeat(90_000));
    expect(selectHistory([user("1", "a"), long], 100)).toEqual([long]);
  });
});

describe("compactMessage", () => {
  const page = { number: 1, evidenceId: "r_1", url: "https://a.example/", title: "A", site: "a.example", passages: [], resultId: "r_1", truncated: false };
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
        output: { ok: true, text: "y".repeat(5_000), summary: { key: "readPages", values: {} }, data: { pages: [page], failures: [] }, meta },
      },
      { type: "data-notice", data: { kind: "loop", text: "repeated" } },
      { type: "text", text: "The answer [1]." },
    ],
  };

  it("shortens long results with the id to recall them by, and drops reasoning and notices", () => {
    const compact = compactMessage(message);
    expect(compact.parts.map(({ type }) => type)).toEqual(["tool-web_fetch", "text"]);
    expect(JSON.stringify(compact.parts[0])).toContain("whole with recall_details: r_1");
    expect(JSON.stringify(compact.parts[0]).length).toBeLessThan(1_500);
  });

  it("drops texts without words, which some vendors refuse", () => {
    const cut: ChatMessage = { id: "m", role: "assistant", parts: [{ type: "text", text: " " }, { type: "text", text: "Half" }] };
    expect(compactMessage(cut).parts).toEqual([{ type: "text", text: "Half" }]);
  });

  it("keeps what a tool registered at run time gave, shortened like the others", () => {
    const output = { ok: true, text: "z".repeat(5_000), summary: "Did it.", meta };
    const part = { type: "dynamic-tool", toolName: "math_prime", toolCallId: "c2", state: "output-available", input: {}, output } as const;
    const [kept] = compactMessage({ id: "m", role: "assistant", parts: [part] }).parts;
    expect(kept).toMatchObject({ type: "dynamic-tool", output: { ok: true, text: expect.stringMatching(/^z{600}\n… \(shortened\)$/) } });
  });

  it("leaves the stored message as it was", () => {
    const before = structuredClone(message);
    compactMessage(message);
    expect(message).toEqual(before);
  });
});
