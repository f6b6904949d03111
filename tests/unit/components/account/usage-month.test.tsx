import { describe, expect, it } from "vitest";
import { UsageState } from "@/components/account/usage-month";
import type { UsageReply } from "@/lib/protocol/usage";
import { renderInLocale } from "@/tests/support/render-in-locale";

const day = (name: string, answers: number, costMicroUsd = 0) => ({ day: name, answers, costMicroUsd });
const usage: UsageReply = {
  days: [day("2026-11-19", 0), day("2026-11-20", 4, 20_000)],
  models: [{ model: "openai:b", answers: 4, tokens: 1_500, costMicroUsd: 18_000 }],
  counted: null,
};
const render = (locale: "en" | "zh", value: UsageReply | null, reason: string | null = null) =>
  renderInLocale(
    locale,
    <UsageState
      value={value}
      reason={reason}
      isLoading={value === null && reason === null}
      reload={() => {}}
    />,
  );

describe("the usage of the last 30 days", () => {
  it("says each day in words beside its bar, and the sums by model", async () => {
    const page = await render("en", usage);
    expect(page).toContain('<span class="sr-only">Nov 19: 0 answers</span>');
    expect(page).toContain('<span class="sr-only">Nov 20: 4 answers, 2 ¢</span>');
    expect(page).toMatch(/openai:b<\/th><td[^>]*>4<\/td><td[^>]*>1,500<\/td><td[^>]*>1.8 ¢</);
    expect(await render("zh", usage)).toContain("11月20日: 4 次回答, 2 ¢");
  });

  it("says that it loads, what went wrong, that there is nothing, and that not all is counted", async () => {
    expect(await render("en", null)).toContain("Loading your usage");
    expect(await render("en", null, "The server cannot be reached.")).toMatch(/role="alert".*Try again/);
    expect(await render("en", { ...usage, days: [day("2026-11-20", 0)] })).toContain("No answers");
    expect(await render("en", { ...usage, counted: 500 })).toContain("latest 500 answers");
  });
});
