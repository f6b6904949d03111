import { describe, expect, it } from "vitest";
import { alertRules, type Alert } from "@/lib/features/alerts/shape";
import { locales } from "@/i18n/locales";
import { writeAlert } from "@/lib/features/alerts/alert-words";

const toAlert = (changes: Partial<Alert>): Alert => ({
  ...{ id: "a1", rule: "slow", subject: null, severity: "low", value: 41, limit: 30, state: "open" },
  ...{ openedAt: 0, seenAt: 0, acknowledgedAt: null, resolvedAt: null },
  ...changes,
});

/** In each language. */
async function toAlertWords(alert: Alert, event: "opened" | "resolved"): Promise<string> {
  const mails = await Promise.all(locales.map(writeAlert(alert, event)));
  return mails.flatMap(({ lines }) => lines).join("\n");
}

describe("an alert in a mail", () => {
  it("says of slow replies which they are", async () => {
    expect((await toAlertWords(toAlert({}), "opened")).split("\n")).toEqual([
      "New alert (Low): Replies are slow. The slowest 5% of replies take 41 s or longer; the limit is 30 s.",
      "新告警（低）：回答缓慢。最慢的 5% 的回答耗时 41 秒以上；上限 30 秒。",
    ]);
  });

  it("names the tool as the pages do, one of a server by its own name", async () => {
    const failing = { rule: "tool", severity: "medium", value: 100, limit: 20 } as const;
    expect(await toAlertWords(toAlert({ ...failing, subject: "web_fetch" }), "opened")).toContain(
      "New alert (Medium): A tool fails often, Read pages. 100% of its calls failed; the limit is 20%.",
    );
    expect(await toAlertWords(toAlert({ ...failing, subject: "mcp_maps_find" }), "resolved")).toContain(
      "Alert over: A tool fails often, mcp_maps_find. Last seen: 100% of its calls failed",
    );
  });

  it.each(alertRules)(
    "of the rule %s is a sentence in each language, when it opens and when it is over",
    async (rule) => {
      for (const event of ["opened", "resolved"] as const) {
        const lines = (await toAlertWords(toAlert({ rule, subject: "judged" }), event)).split("\n");
        expect(lines).toHaveLength(2);
        expect(lines.join(" ")).not.toMatch(/admin\.|[{}]/);
      }
    },
  );
});
