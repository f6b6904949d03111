import { describe, expect, it } from "vitest";
import { Unanswered } from "@/components/admin/overview/overview-page";
import { askPurposes } from "@/lib/protocol/ask";
import { toDayStatistics } from "@/lib/statistics/day-counts";
import { renderInLocale } from "@/tests/support/render-in-locale";

const days = (...counts: Record<string, number>[]) =>
  counts.map((unanswered, index) => toDayStatistics(`2026-11-${16 + index}`, { unanswered }));
const render = async (locale: "en" | "zh", ...counts: Record<string, number>[]) =>
  (await renderInLocale(locale, <Unanswered days={days(...counts)} />)).replaceAll(/<[^>]+>/g, "");

describe("small questions without a usable answer", () => {
  it("are told by what they were for, the most first, over all days", async () => {
    const counts = [{ plan_need: 1, claims: 2 }, { plan_need: 3 }];
    expect(await render("en", ...counts)).toBe(
      "6 small questions got no usable answer from the model: whether to plan (4), checks of cited sentences (2).",
    );
    expect(await render("zh", ...counts)).toBe(
      "有 6 个小问题没有从模型得到可用的回答：是否需要计划（4）、核对引用的句子（2）。",
    );
  });

  it("are not spoken of where there are none, and each kind has its words", async () => {
    expect(await render("en", {})).toBe("");
    const all = Object.fromEntries(askPurposes.map((purpose) => [purpose, 1]));
    for (const locale of ["en", "zh"] as const) expect(await render(locale, all)).not.toMatch(/[a-z]_[a-z]/);
  });
});
