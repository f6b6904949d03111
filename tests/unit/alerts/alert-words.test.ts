import { describe, expect, it } from "vitest";
import { locales } from "@/i18n/locales";
import { toAlertWords } from "@/lib/features/alerts/alert-words";
import { alertRules, toRunsPath, type Alert } from "@/lib/features/alerts/shape";
import { runsQuerySchema } from "@/lib/protocol/runs";

const hourMs = 3_600_000;
const openedAt = Date.UTC(2026, 10, 20, 12, 30);
const toAlert = (changes: Partial<Alert>): Alert => ({
  ...{ id: "a1", rule: "slow", subject: null, severity: "low", value: 41, limit: 30, state: "open" },
  ...{ openedAt, seenAt: openedAt, acknowledgedAt: null, resolvedAt: null },
  ...changes,
});
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const failing = { rule: "tool", severity: "medium", value: 38, limit: 20, count: 52 } as const;

describe("an alert in a mail", () => {
  it("says in its title what happens, and below why that is an alert", async () => {
    const { title, lines, action } = await toAlertWords(
      "en",
      toAlert({ ...failing, subject: "web_fetch" }),
      "opened",
    );
    expect(plain(title)).toBe("Read pages fails: 38% of 52 calls");
    expect(lines.map(plain)).toEqual(["The limit is 20%, over this hour and the one before."]);
    expect(action.label).toBe("See the runs");
  });

  it("is in the language of who receives it alone", async () => {
    const { title, lines, action } = await toAlertWords(
      "zh",
      toAlert({ ...failing, subject: "web_fetch" }),
      "resolved",
    );
    expect(title).toBe("已结束：读网页失败：52 次调用中 38% 失败");
    expect([title, ...lines, action.label].join(" ")).not.toMatch(/[a-z]{3}/i);
  });

  it("says money in dollars", async () => {
    const { title, lines } = await toAlertWords(
      "en",
      toAlert({ rule: "costDay", value: 2_450, limit: 2_000 }),
      "opened",
    );
    expect([title, ...lines]).toEqual(["$24.50 spent in one day", "The limit is $20.00 a day (UTC)."]);
  });

  it("names a tool of a server by its own name, and counts nothing in one that was stored without a count", async () => {
    const { count: _, ...stored } = failing;
    const { title } = await toAlertWords("en", toAlert({ ...stored, subject: "mcp_maps_find" }), "opened");
    expect(plain(title)).toBe("mcp_maps_find fails: 38% of its calls");
  });
});

describe.each(alertRules)("the rule %s", (rule) => {
  const subject = { tool: "web_fetch", breaker: "model openai:gpt", worse: "judged" }[rule as "tool"] ?? null;
  const alert = toAlert({ rule, subject, count: 52 });

  it.each(locales)("has words in %s when it opens and when it is over", async (locale) => {
    const opened = await toAlertWords(locale, alert, "opened");
    const over = await toAlertWords(locale, alert, "resolved");
    for (const text of [opened.title, ...opened.lines, opened.action.label, over.title]) {
      expect(text).not.toBe("");
      expect(text).not.toMatch(/admin\.|[{}<>]/);
    }
    expect(over.title).toContain(opened.title);
    expect(over.title).not.toBe(opened.title);
  });

  it("leads to runs by a filter that their list takes, from before it opened on, or to the laboratory", () => {
    const [path, query = `since=${openedAt}`] = toRunsPath(alert).split("?");
    expect(path).toBe(rule === "worse" ? "/admin/laboratory" : "/admin/runs");
    const asked = Object.fromEntries(new URLSearchParams(query));
    const { since } = runsQuerySchema.strict().parse(asked);
    expect(since).toBeLessThanOrEqual(openedAt);
    expect(since).toBeGreaterThanOrEqual(openedAt - 24 * hourMs);
  });
});

it("runs behind an alert are those of the tool or the model, until it was over", () => {
  const queryOf = (changes: Partial<Alert>) =>
    Object.fromEntries(new URL(toRunsPath(toAlert(changes)), "http://a.example").searchParams);
  expect(queryOf({ rule: "tool", subject: "web_fetch", resolvedAt: openedAt + hourMs })).toEqual({
    tool: "web_fetch",
    since: String(openedAt - 2 * hourMs),
    until: String(openedAt + hourMs),
  });
  expect(queryOf({ rule: "breaker", subject: "model openai:gpt 5" })).toMatchObject({
    model: "openai:gpt 5",
  });
  expect(queryOf({ rule: "slow", limit: 30 })).toMatchObject({ minSeconds: "30" });
  expect(queryOf({ rule: "costDay" })).toEqual({ since: String(Date.UTC(2026, 10, 20)) });
});
