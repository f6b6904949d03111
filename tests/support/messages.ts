import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import { defaultSettings } from "@/lib/protocol/settings";

export const toUserMessage = (id: string, text = "What is it?"): ChatMessage => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
});

export const toReply = (id: string, text = "It is this."): ChatMessage => ({
  id,
  role: "assistant",
  parts: [{ type: "step-start" }, { type: "text", text, state: "done" }],
});

/** A reply with one call of a tool whose text has the given length. */
export function toLongReply(id: string, characters: number, text = "The answer."): ChatMessage {
  const meta = { durationMs: 1, costMicroUsd: 0, version: "1.0", attempts: 1 };
  const output = {
    ok: true as const,
    text: '“"x\\'.repeat(characters / 4),
    summary: { key: "calculated" as const, values: {} },
    data: { expression: "1", result: "1", isExact: true },
    meta,
  };
  const call = {
    type: "tool-calculate" as const,
    toolCallId: "c1",
    state: "output-available" as const,
    input: { expression: "1" },
    output,
  };
  return {
    ...toReply(id, text),
    parts: [{ type: "step-start" }, call, { type: "text", text, state: "done" }],
  };
}

export function toRunRecord(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    conversationId: "c1",
    userMessageId: "m1",
    messageId: `${id}-reply`,
    status: "running",
    outcome: null,
    reason: null,
    style: "balanced",
    mode: "balanced",
    model: "offline:guide",
    settings: defaultSettings,
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedInputTokens: 0 },
    costMicroUsd: 0,
    costByTool: {},
    startedAt: 1_000,
    firstTokenAt: null,
    endedAt: null,
    ...changes,
  };
}
