import { describe, expect, it } from "vitest";
import { ConnectModel } from "@/components/chat/message/connect-model";
import { readTurn } from "@/lib/client/read-turn";
import { findClaims } from "@/lib/client/claims";
import { guideUnanswered, type ChatMessage } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";

const reply = (...parts: ChatMessage["parts"]): ChatMessage => ({
  ...{ id: "a", role: "assistant", parts },
  metadata: { outcome: "completed", model: "offline:guide" },
});

describe("an answer that the offline guide does not have", () => {
  it("is known by its part, not by its words", () => {
    const text = { type: "text" as const, text: "I found nothing on that in the handbook." };
    expect(readTurn(reply(text)).isUnanswered).toBe(false);
    expect(readTurn(reply(text, { type: "custom", kind: guideUnanswered })).isUnanswered).toBe(true);
  });

  it.each([
    ["en", "Connect a model"],
    ["zh", "接入模型"],
  ] as const)("has a button for who can connect a model: %s", async (locale, name) => {
    const html = await renderInLocale(locale, <ConnectModel canConfigure />);
    expect(html).toMatch(new RegExp(`<button[^>]*>${name}</button>`, "u"));
  });

  it.each(["en", "zh"] as const)("has no button for who cannot: %s", async (locale) => {
    const html = await renderInLocale(locale, <ConnectModel canConfigure={false} />);
    expect(html).toMatch(/^<p[^>]*>[^<]+<\/p>$/u);
  });
});

it("shows no check of the guide's quotations, also where an older version kept one", () => {
  const claims = { type: "data-claims" as const, data: { claims: [], pending: 0, checkedAt: 1 } };
  expect(findClaims(reply(claims))).toBeNull();
  expect(findClaims({ ...reply(claims), metadata: { model: "local:m" } })).not.toBeNull();
});
