import { describe, expect, it } from "vitest";
import { readTurn } from "@/lib/client/message/read-turn";
import { findClaims } from "@/lib/client/message/claims";
import { guideUnanswered, type ChatMessage } from "@/lib/protocol/chat-message";

const reply = (...parts: ChatMessage["parts"]): ChatMessage => ({
  ...{ id: "a", role: "assistant", parts },
  metadata: { outcome: "completed", model: "offline:guide" },
});

describe("an answer that the offline guide does not have", () => {
  it("is known by its part, not by its words", () => {
    const text = { type: "text" as const, text: "I need a model for that." };
    expect(readTurn(reply(text)).isUnanswered).toBe(false);
    expect(readTurn(reply(text, { type: "custom", kind: guideUnanswered })).isUnanswered).toBe(true);
  });
});

it("shows no check of the guide's quotations, also where an older version kept one", () => {
  const claims = { type: "data-claims" as const, data: { claims: [], pending: 0, checkedAt: 1 } };
  expect(findClaims(reply(claims))).toBeNull();
  expect(findClaims({ ...reply(claims), metadata: { model: "local:m" } })).not.toBeNull();
});
