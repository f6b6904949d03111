import { describe, expect, it } from "vitest";
import { AnswerMemories } from "@/components/memory/answer-memories";
import { MessageFooter } from "@/components/chat/message/message-footer";
import { readTurn } from "@/lib/client/message/read-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { MemoriesData } from "@/lib/features/memory/shape";
import { renderInLocale } from "@/tests/support/render-in-locale";

const tea = { id: "f1", content: "Likes tea" };
const dog = { id: "f2", content: "Has a dog" };
const toText = (html: string) => html.replace(/<[^>]*>/g, "");
const render = (memories: MemoriesData, locale: "en" | "zh" = "en") =>
  renderInLocale(locale, <AnswerMemories messageId="a1" memories={memories} />);

describe("the line below an answer", () => {
  it.each([
    [{ used: [tea], saved: [] }, "Used: Likes tea"],
    [{ used: [tea, dog], saved: [] }, "Used: 2 memories"],
    [{ used: [], saved: [{ ...tea, replaced: null }] }, "Remembered: Likes tea"],
    [
      { used: [dog], saved: [{ ...tea, replaced: "Likes coffee" }] },
      "Used: 1 memory · Remembered: Likes tea",
    ],
    [{ used: [], saved: [tea, dog].map((fact) => ({ ...fact, replaced: null })) }, "Remembered: 2 facts"],
    [{ used: [], saved: [] }, ""],
  ])("of %o is “%s”", async (memories, line) => {
    expect(toText(await render(memories))).toBe(line);
  });

  it("is written in Chinese", async () => {
    expect(toText(await render({ used: [tea], saved: [{ ...dog, replaced: null }] }, "zh"))).toBe(
      "用到 1 条记忆 · 已记住：Has a dog",
    );
  });

  it("stands for the newest that the reply tells", () => {
    const message: ChatMessage = {
      id: "a1",
      role: "assistant",
      parts: [
        { type: "data-memories", id: "memories", data: { used: [tea], saved: [] } },
        { type: "text", text: "Tea." },
      ],
    };
    expect(readTurn(message).memories).toEqual({ used: [tea], saved: [] });
    expect(readTurn({ ...message, parts: [] }).memories).toBeNull();
  });
});

describe("the footer of an answer", () => {
  const settings = { models: [] } as unknown as ClientSettings;
  const renderWith = async (inputTokens: number, cachedInputTokens: number) => {
    const message: ChatMessage = {
      id: "a1",
      role: "assistant",
      parts: [],
      metadata: { usage: { inputTokens, cachedInputTokens, outputTokens: 1, reasoningTokens: 0 } },
    };
    return toText(
      await renderInLocale(
        "en",
        <MessageFooter
          asked={null}
          {...{
            conversationId: "c1",
            message,
            settings,
            versions: undefined,
            actions: { showVersion: () => false, rate: async () => ({ ok: true, value: null }) },
          }}
          answer=""
          isIdle
          onAgain={null}
        />,
      ),
    );
  };

  it.each([
    [1_000, 680, "68% of the input was cached"],
    [1_000, 2_000, "100% of the input was cached"],
    [1_000, 0, ""],
    [0, 0, ""],
  ])("with %i tokens of input, %i of them cached, says “%s”", async (input, cached, text) => {
    expect(await renderWith(input, cached)).toBe(text);
  });
});
