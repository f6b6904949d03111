import { describe, expect, it } from "vitest";
import { UsageDays } from "@/components/account/usage-month";
import { resource } from "@/lib/client/resource";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";
import { renderInLocale } from "@/tests/support/render-in-locale";

const day = (name: string, answers: number, costMicroUsd = 0) => ({ day: name, answers, costMicroUsd });
const usage: UsageReply = {
  days: [day("2026-11-19", 0), day("2026-11-20", 4, 20_000)],
  models: [{ model: "openai:b", answers: 4, tokens: 1_500, costMicroUsd: 18_000 }],
  counted: null,
};
const lost = { ok: false, status: null, problem: null } as const;
async function render(locale: "en" | "zh", initial: UsageReply | null, isFailed = false) {
  const list = resource({
    ...{ load: () => Promise.resolve(lost), key: ({ day: name }: UsageReply["days"][number]) => name },
    page: ({ days }: UsageReply) => ({ items: days.some(({ answers }) => answers > 0) ? days : [] }),
    ...(initial !== null && { initial }),
  });
  if (isFailed) await list.getState().reload();
  return renderInLocale(locale, <UsageDays list={list.getState()} />);
}

describe("the usage of the last 30 days", () => {
  it("says each day in words beside its bar, and the sums by model", async () => {
    const page = await render("en", usage);
    expect(page).toContain('<span class="sr-only">Nov 19: 0 answers</span>');
    expect(page).toContain('<span class="sr-only">Nov 20: 4 answers, 2 ¢</span>');
    expect(page).toMatch(/openai:b<\/th><td[^>]*>4<\/td><td[^>]*>1,500<\/td><td[^>]*>1.8 ¢</);
    expect(await render("zh", usage)).toContain("11月20日: 4 次回答, 2 ¢");
  });

  it("says that it loads, what went wrong, that there is nothing, and that not all is counted", async () => {
    expect(await render("en", null)).toMatch(/role="status"[^>]*>Loading/);
    expect(await render("en", null, true)).toMatch(/role="alert".*Try again/);
    expect(await render("en", { ...usage, days: [day("2026-11-20", 0)] })).toContain("No answers");
    expect(await render("en", { ...usage, counted: 500 })).toContain("latest 500 answers");
  });
});
