import { describe, expect, it } from "vitest";
import { hasText, readAnswer } from "@/tests/bench/chat-client";

describe("reading an answer", () => {
  it("puts the deltas of a UI message stream together, and nothing else", () => {
    const stream = [
      ": stream-open",
      'data: {"type":"start","messageId":"m"}',
      'data: {"type":"reasoning-delta","id":"1","delta":"hm"}',
      'data: {"type":"text-delta","id":"2","delta":"t0 "}',
      'data: {"type":"text-delta","id":"2","delta":"t1 t2 "}',
      'data: {"type":"finish"}',
      "data: [DONE]",
    ].join("\n\n");
    expect(readAnswer(stream)).toBe("t0 t1 t2 ");
  });

  it("puts the pieces of chat completions and of Gemini's stream together", () => {
    expect(
      readAnswer(
        'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"choices":[{"delta":{}}]}\n\ndata: {"choices":[{"delta":{"content":"b"}}]}',
      ),
    ).toBe("ab");
    expect(
      readAnswer(
        'data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}]}\n\ndata: {"candidates":[{"content":{"parts":[{"text":""}]}}]}',
      ),
    ).toBe("a");
  });

  it("sees the first word of each format, and none in what comes before it", () => {
    expect(hasText('data: {"type":"text-start","id":"1"}', { kind: "product" })).toBe(false);
    expect(hasText('data: {"type":"text-delta","id":"1","delta":"a"}', { kind: "bare" })).toBe(true);
    expect(hasText('{"delta":{"role":"assistant","content":""}}', { kind: "provider" })).toBe(false);
    expect(hasText('{"delta":{"content":"a"}}', { kind: "provider" })).toBe(true);
    expect(hasText('{"parts":[{"text":"a"}]}', { kind: "provider", wire: "gemini" })).toBe(true);
  });
});
