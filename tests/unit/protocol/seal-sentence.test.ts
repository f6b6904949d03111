import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import en from "@/messages/en/evidence.json";
import zh from "@/messages/zh/evidence.json";
import { verdicts, type Verdict } from "@/lib/features/evidence/shape/claims";
import { toSealSentence } from "@/lib/features/evidence/shape/seal-sentence";

const say = (locale: "en" | "zh", counts: Partial<Record<Verdict, number>>): string => {
  const messages = { evidence: locale === "en" ? en : zh } as { evidence: typeof en };
  const t = createTranslator({ locale, messages, namespace: "evidence.seal" });
  const all = Object.fromEntries(verdicts.map((verdict) => [verdict, counts[verdict] ?? 0]));
  const { key, values } = toSealSentence(all as Record<Verdict, number>);
  return t(key, values);
};

describe("the sentence of the seal", () => {
  it.each<[Partial<Record<Verdict, number>>, string, string]>([
    [{}, "No statement cites a source.", "没有引用来源的句子。"],
    [{ quoted: 5, supported: 4 }, "All 9 statements are supported.", "9 句引用，句句有据。"],
    [
      { quoted: 6, supported: 4, differs: 1, unchecked: 1 },
      "10 of 12 statements are supported. One differs, one was not checked.",
      "12 句引用，10 句有据；1 句与来源不一致，1 句未核对。",
    ],
    [
      { supported: 1, differs: 2, not_found: 2, partly: 2, unchecked: 2 },
      "1 of 9 statements is supported. 2 differ, 2 were not found, 2 are supported in part, 2 were not checked.",
      "9 句引用，1 句有据；2 句与来源不一致，2 句在来源中未找到，2 句部分有据，2 句未核对。",
    ],
    [
      { not_found: 1 },
      "The one statement that cites a source is not supported. One was not found.",
      "1 句引用，没有一句有据；1 句在来源中未找到。",
    ],
    [{ unchecked: 3 }, "None of the 3 statements was checked.", "3 句引用，均未核对。"],
  ])("says of %j what was found", (counts, english, chinese) => {
    expect([say("en", counts), say("zh", counts)]).toEqual([english, chinese]);
  });
});
