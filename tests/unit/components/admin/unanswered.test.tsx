import { describe, expect, it } from "vitest";
import { Unanswered } from "@/components/admin/overview/overview-page";
import { askPurposes } from "@/lib/protocol/ask";
import { toDayStatistics } from "@/lib/features/statistics/records/day-counts";
import { renderInLocale } from "@/tests/support/render-in-locale";

const days = (...counts: Record<string, number>[]) =>
  counts.map((unanswered, index) => toDayStatistics(`2026-11-${16 + index}`, { unanswered }));
const render = async (locale: "en" | "zh", ...counts: Record<string, number>[]) =>
  (await renderInLocale(locale, <Unanswered days={days(...counts)} />)).replaceAll(/<[^>]+>/g, "");

describe("small questions without a usable answer", () => {
  it("are told by what they were for, the most first, over all days", async () => {
    const counts = [{ plan_need: 1, claims: 2 }, { plan_need: 3 }];
    expect(await render("en", ...counts)).toBe(
      "The model gave no usable answer to 6 background requests: deciding whether to plan (4), checking cited sentences (2).",
    );
    expect(await render("zh", ...counts)).toBe(
      "模型未能给出可用结果的后台请求共 6 次：是否需要计划（4）、核对引用的句子（2）。",
    );
  });

  it("are not spoken of where there are none, and each kind has its words", async () => {
    expect(await render("en", {})).toBe("");
    const all = Object.fromEntries(askPurposes.map((purpose) => [purpose, 1]));
    for (const locale of ["en", "zh"] as const) expect(await render(locale, all)).not.toMatch(/[a-z]_[a-z]/);
  });
});
