import { describe, expect, it } from "vitest";
import { UsageList } from "@/components/account/usage-list";
import { QuotaLine } from "@/components/account/quota-line";
import type { LimitedRow } from "@/components/account/quota-rows";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";
import { renderInLocale } from "@/tests/support/render-in-locale";

const resetsAt = Date.UTC(2026, 10, 21);
const toText = (html: string) =>
  html
    .replace(/<\/(span|p)>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/ +/g, " ")
    .trim();

describe("the line above the composer", () => {
  const messages = (used: number): LimitedRow => ({ name: "messagesPerDay", used, limit: 15, resetsAt });

  it("says what is left, and when it starts again", async () => {
    expect(toText(await renderInLocale("en", <QuotaLine row={messages(12)} />))).toBe(
      "3 of 15 messages left today. Resets at 12:00 AM.",
    );
    expect(toText(await renderInLocale("zh", <QuotaLine row={messages(12)} />))).toBe(
      "今天还剩 3 条消息（共 15 条）。 00:00 重新计算。",
    );
  });

  it("says that nothing is lost when nothing can be sent", async () => {
    const text = toText(await renderInLocale("en", <QuotaLine row={messages(15)} />));
    expect(text).toBe(
      "Today’s limit of 15 messages is reached. Resets at 12:00 AM. What you write stays here.",
    );
  });

  it("writes money as cents and a month's end with its day", async () => {
    const row: LimitedRow = { name: "centsPerMonth", used: 85.5, limit: 90, resetsAt: Date.UTC(2026, 11, 1) };
    expect(toText(await renderInLocale("en", <QuotaLine row={row} />))).toContain(
      "4.5 ¢ of 90 ¢ left to spend this month. Resets on Dec 1",
    );
  });

  it("says that answers go on without searches", async () => {
    const row: LimitedRow = { name: "searchesPerHour", used: 5, limit: 5, resetsAt };
    const text = toText(await renderInLocale("en", <QuotaLine row={row} />));
    expect(text).toContain("answers go on without");
    expect(text).not.toContain("stays here");
  });

  it("is empty, but there to be read out later, while enough is left", async () => {
    expect(await renderInLocale("en", <QuotaLine row={null} />)).toMatch(/^<div role="status"[^>]*><\/div>$/);
  });
});

describe("usage", () => {
  const quota = (limits: Partial<QuotaState["limits"]>): QuotaState => ({
    limits: {
      messagesPerDay: null,
      searchesPerHour: null,
      searchesPerDay: null,
      centsPerDay: null,
      centsPerMonth: null,
      ...limits,
    },
    used: {
      messagesToday: 12,
      searchesThisHour: 1,
      searchesToday: 4,
      microUsdToday: 24_000,
      microUsdThisMonth: 1_350_000,
    },
    resets: { hour: resetsAt, day: resetsAt, month: resetsAt },
  });

  it("shows a bar for each limit and a number where there is none", async () => {
    const html = await renderInLocale("en", <UsageList quota={quota({ messagesPerDay: 15 })} />);
    expect([...html.matchAll(/width:(\d+)%/g)].map(([, share]) => share)).toEqual(["80"]);
    expect(toText(html)).toContain("12 of 15");
    expect(toText(html)).toContain("$1.35, no limit");
  });

  it("says that nothing is limited", async () => {
    expect(toText(await renderInLocale("en", <UsageList quota={quota({})} />))).toContain("No limit is set.");
  });
});
