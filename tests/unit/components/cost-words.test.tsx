import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MessageFooter } from "@/components/chat/message/message-footer";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";

const models = [
  {
    ref: "acme:paid",
    label: "paid",
    contextWindow: null,
    price: { inputPerMillion: 1, outputPerMillion: 2 },
  },
  { ref: "acme:set", label: "set", contextWindow: null, price: { inputPerMillion: 0, outputPerMillion: 0 } },
  { ref: "acme:x", label: "x", contextWindow: null, price: null },
];
const settings = { models } as unknown as ClientSettings;
const noActions = { showVersion: () => undefined, rate: async () => true };

function render(model: string, costMicroUsd: number, inputTokens = 100): Promise<string> {
  const usage = { inputTokens, outputTokens: 10, reasoningTokens: 0, cachedInputTokens: 0 };
  const metadata = { model, costMicroUsd, usage };
  const message: ChatMessage = { id: "m", role: "assistant", parts: [], metadata };
  return renderInLocale(
    "en",
    <MessageFooter
      asked={null}
      {...{ conversationId: "c", message, answer: "", settings, versions: undefined, isIdle: true }}
      actions={noActions as never}
      onAgain={null}
    />,
  );
}

describe("what an answer cost", () => {
  it.each([
    ["acme:x", "price unknown"],
    ["acme:gone", "price unknown"],
    ["acme:set", "free"],
    ["local:m", "free"],
    ["offline:guide", "free"],
  ])("of %s where nothing was paid reads “%s”", async (model, words) => {
    expect(await render(model, 0)).toContain(words);
  });

  it("is told where something was paid, and not where nothing was asked", async () => {
    expect(await render("acme:x", 5_000)).toContain("0.5 ¢");
    expect(await render("acme:x", 0, 0)).not.toMatch(/free|unknown/);
  });
});

/** What has been paid is 0 where the price is unknown, too: only a model's price can say that it is free. */
it("no screen takes an amount of nothing for a price of nothing", () => {
  const root = path.join(import.meta.dirname, "../../../components");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  const guessing = sources.filter((name) =>
    /(?:\?\?|\|\|)\s*t\("[\w.]*free"\)/.test(readFileSync(path.join(root, name), "utf8")),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(guessing).toEqual([]);
});
