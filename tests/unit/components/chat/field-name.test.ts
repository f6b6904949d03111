import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { toFieldName } from "@/components/chat/trail/field-name";
import { loadMessages } from "@/i18n/load-messages";

describe("the name of a tool's field", () => {
  it("is in the person's language", async () => {
    expect(await readFieldName("searchTerms", "en")).toBe("Words");
    expect(await readFieldName("searchTerms", "zh")).toBe("词语");
  });

  it("is told apart into its words when nobody has named it", async () => {
    expect(await readFieldName("publishedAt", "zh")).toBe("published at");
  });
});

async function readFieldName(name: string, locale: "en" | "zh"): Promise<string> {
  const { chat } = await loadMessages(locale);
  return toFieldName(name, createTranslator({ locale, messages: { chat }, namespace: "chat.step" }));
}
