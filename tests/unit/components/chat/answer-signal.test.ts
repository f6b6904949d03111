import type { ConversationPhase } from "@/lib/client/conversation/state";
import { expect, it } from "vitest";
import { findAnswerSignal } from "@/components/chat/answer-signal";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";

const question: ChatMessage = { id: "m1", role: "user", parts: [{ type: "text", text: "Well?" }] };
const reply = (metadata: MessageMetadata = {}, parts: ChatMessage["parts"] = []): ChatMessage => ({
  ...{ id: "m2", role: "assistant", metadata, parts },
});
const seen = (phase: ConversationPhase, ...messages: ChatMessage[]) => ({
  phase,
  messages,
});
const asking: ChatMessage["parts"] = [
  { type: "dynamic-tool", toolName: "mail", toolCallId: "k1", state: "input-available", input: {} },
  {
    type: "data-approval",
    id: "a1",
    data: {
      toolCallId: "k1",
      tool: "mail",
      reason: "effect",
      details: [],
      pages: [],
      state: "asked",
      askedAt: 0,
      dueAt: 1,
    },
  },
];

it("tells that an answer is ready when its reply is over, however it ended and whoever lost the connection", () => {
  for (const outcome of ["completed", "limited", "failed", "interrupted"] as const)
    expect(findAnswerSignal(seen("replying", question), seen("idle", question, reply({ outcome })))).toBe(
      "ready",
    );
  expect(
    findAnswerSignal(seen("reconnecting", question), seen("idle", question, reply({ outcome: "completed" }))),
  ).toBe("ready");
});

it("tells nothing of an answer that the person stopped, that was there before, or that never began", () => {
  const done = reply({ outcome: "completed" });
  expect(
    findAnswerSignal(seen("replying", question), seen("idle", question, reply({ outcome: "stopped" }))),
  ).toBeNull();
  expect(findAnswerSignal(seen("idle", question), seen("idle", question, done))).toBeNull();
  expect(findAnswerSignal(seen("replying", question), seen("idle", question))).toBeNull();
  expect(findAnswerSignal(seen("idle", question, done), seen("replying", question, done))).toBeNull();
});

it("tells once that an answer waits for the person", () => {
  const before = seen("replying", question, reply());
  const waiting = seen("replying", question, reply({}, asking));
  expect(findAnswerSignal(before, waiting)).toBe("waits");
  expect(findAnswerSignal(waiting, seen("replying", question, reply({}, [...asking])))).toBeNull();
});

it("tells that it waits when the agent asks a question", () => {
  const data = { id: "q1", text: "Which?", fallback: null, topic: "step", state: "asked" } as const;
  const parts: ChatMessage["parts"] = [
    { type: "data-question", id: "q1", data: { ...data, askedAt: 0, expiresAt: 1 } },
  ];
  const before = seen("replying", question, reply());
  expect(findAnswerSignal(before, seen("replying", question, reply({}, parts)))).toBe("waits");
  const after = seen("replying", question, reply({}, parts));
  expect(findAnswerSignal(after, seen("replying", question, reply({}, [...parts])))).toBeNull();
});

it("a question that was taken back before it was sent makes no earlier answer ready again", () => {
  const before = reply({ outcome: "completed" });
  expect(findAnswerSignal(seen("unsent", question, before), seen("idle", question, before))).toBeNull();
});
