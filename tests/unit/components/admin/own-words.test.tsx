import { describe, expect, it } from "vitest";
import { Breakdown, mainKinds } from "@/components/admin/overview/breakdown";
import { ChartTable } from "@/components/admin/overview/chart-table";
import { useAuditWords } from "@/components/admin/use-audit-words";
import type { AuditRow } from "@/lib/features/accounts/shape/audit";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import { roles } from "@/lib/features/accounts/shape/accounts";
import type { AuditAct } from "@/lib/features/accounts/shape/audit";
import { alertRules } from "@/lib/features/alerts/shape";
import { breakerKinds } from "@/lib/protocol/breakers";
import { toGroupRows, countGroups, groupsSchema } from "@/lib/features/statistics/records/count-groups";
import type { RunRecord } from "@/lib/protocol/run-record";
import { renderInLocale } from "@/tests/support/render-in-locale";

function Detail(entry: Pick<AuditRow, "act" | "detail" | "about">) {
  return <p>{useAuditWords().sayDetail(entry)}</p>;
}

describe.each(locales)("names of ours in %s", (locale) => {
  it("are words in the audit log", async () => {
    const { admin } = await loadMessages(locale);
    const kinds = admin.overview.breakdown.kinds;
    const details: [AuditAct, string, string][] = [
      ...roles.flatMap((role) =>
        (["role_changed", "person_invited", "account_made"] as const).map(
          (act): [AuditAct, string, string] => [act, role, admin.people.role[role]],
        ),
      ),
      ...alertRules.map((rule): [AuditAct, string, string] => [
        ...(["alert_acknowledged", rule, admin.alerts.rules[rule]] as const),
      ]),
      ...breakerKinds.map((kind): [AuditAct, string, string] => [
        "breaker_reset",
        `${kind} a:b`,
        kinds[kind],
      ]),
      ["reset_link_made", "mailed", admin.audit.resetLink.mailed],
      ["reset_link_made", "shown", admin.audit.resetLink.shown],
    ];
    for (const [act, detail, words] of details) {
      const entry = { act, detail, about: null };
      expect(await renderInLocale(locale, <Detail {...entry} />)).toContain(words);
    }
    const added = <Detail act="mcp_added" detail="admin" about={null} />;
    expect(await renderInLocale(locale, added)).toBe("<p>admin</p>");
  });

  it("are words in the overview where a model or a tool is not known", async () => {
    const { admin } = await loadMessages(locale);
    const run = {
      ...{ id: "r", model: "?", style: "?", startedAt: 0, endedAt: 1, costMicroUsd: 0, steps: [] },
      ...{ usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }, outcome: "completed" },
    } as unknown as RunRecord;
    const groups = toGroupRows(groupsSchema.parse(countGroups(run, {})));
    const chart = { id: "cost", drawn: ["unknown"] } as const;
    const columns = [{ key: "unknown", unit: "money" } as const];
    const table = { ...chart, columns, rows: [{ key: "2026-11-15", values: { unknown: 1 } }] };
    for (const page of [
      <Breakdown
        key="groups"
        overview={{ ...{ days: [], groups, people: 0 }, before: { days: [], groups: [], people: 0 } }}
        kinds={mainKinds}
        title=""
      />,
      <ChartTable key="chart" chart={{ ...table, drawn: [...table.drawn] }} label="Cost" />,
    ]) {
      const html = await renderInLocale(locale, page);
      expect(html).toMatch(new RegExp(`<th[^>]*>(<span[^>]*>)?${admin.overview.unknown}<`));
      expect(html).not.toContain(">unknown<");
    }
  });
});
