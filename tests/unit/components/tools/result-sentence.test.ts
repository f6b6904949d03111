import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { toResultSentence } from "@/components/tools/views";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import type { ToolPart } from "@/lib/protocol/chat-message";
import type { CalculateOutput } from "@/lib/features/basics/tools/calculate/schema";
import { meta } from "@/tests/unit/client/parts";

const toPart = (data: CalculateOutput): Extract<ToolPart, { type: "tool-calculate" }> => ({
  type: "tool-calculate",
  toolCallId: "t1",
  state: "output-available",
  input: { expression: data.expression },
  output: { ok: true, text: "", summary: { key: "calculated", values: {} }, data, meta },
});

describe.each(locales)("a calculation's sentence in %s", async (locale) => {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "tools" });
  const tStep = createTranslator({ locale, messages, namespace: "chat.step" });

  it.each([
    [{ expression: "15 * 3", result: "45", isExact: true }, "15 * 3 = 45"],
    [{ expression: "1/3", result: "0.333333333333333", isExact: false }, "1/3 ≈ 0.333333333333333"],
  ])("tells a rounded result from an exact one: %o", (data, sentence) => {
    expect(toResultSentence(toPart(data), t, tStep)).toBe(sentence);
  });
});

describe("a dynamic tool's sentence", async () => {
  const messages = await loadMessages("en");
  const t = createTranslator({ locale: "en", messages, namespace: "tools" });
  const tStep = createTranslator({ locale: "en", messages, namespace: "chat.step" });
  const call = { type: "dynamic-tool" as const, toolName: "weather", toolCallId: "t1", input: {} };

  it("is the tool's own when it worked, and what happened when it did not", () => {
    const done = { ok: true, text: "Rain.", summary: "Looked at Oslo.", meta };
    const failed = { ok: false, kind: "denied", message: "Not allowed.", hint: "", meta };
    expect(
      [done, failed].map((output) =>
        toResultSentence({ ...call, state: "output-available", output }, t, tStep),
      ),
    ).toEqual(["Looked at Oslo.", "Not allowed."]);
  });

  it("says that there is no such tool only where there is none", () => {
    const texts = [
      "Model tried to call unavailable tool 'weather'. No tools are available.",
      "Ended before it had a result.",
    ];
    const sentences = texts.map((errorText) =>
      toResultSentence({ ...call, state: "output-error", errorText }, t, tStep),
    );
    expect(sentences).toEqual(["This tool doesn’t exist.", "Ended before it had a result."]);
  });
});
