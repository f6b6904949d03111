import { useTranslations } from "next-intl";
import { useState } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { toolNames } from "@/components/tools/views";
import { scrollable } from "@/components/ui/scrollable";
import { SmallSelect } from "@/components/ui/small-select";
import { agentStyles } from "@/lib/protocol/settings-fields";
import { groupKinds, type GroupKind, type GroupRow } from "@/lib/features/statistics/shape";
import type { ChartUnit } from "./overview-charts";
import { useUnitWords } from "./use-unit-words";

type ColumnKey = Exclude<(typeof replyColumns)[number], "ratings">;
const callColumns = ["count", "success", "p50", "p95", "fast", "cost"] as const;
const replyColumns = [
  ...callColumns,
  ...(["rounds", "cached", "context", "remembering", "marked", "ratings"] as const),
] as const;
const units: Record<ColumnKey, ChartUnit> = {
  count: "count",
  success: "percent",
  p50: "time",
  p95: "time",
  fast: "percent",
  cost: "money",
  rounds: "count",
  cached: "percent",
  context: "percent",
  remembering: "percent",
  marked: "percent",
};

/** Of which there are no ratings, marks and the like. */
const callKinds: readonly GroupKind[] = ["helper", "tool", "engine"];

/** Replies by what made them, and calls of tools and engines, as one table. */
export function Breakdown({ groups }: { groups: readonly GroupRow[] }) {
  const t = useTranslations("admin.overview.breakdown");
  const [kind, setKind] = useState<GroupKind>("model");
  const rows = groups.filter((row) => row.kind === kind);
  const choice = (
    <SmallSelect
      label={t("by")}
      value={kind}
      options={groupKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      onChoose={setKind}
    />
  );
  return (
    <PageSection title={t("title")} help={t("help")} aside={choice}>
      {rows.length === 0 ? (
        <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>
      ) : (
        <BreakdownTable kind={kind} rows={rows} />
      )}
    </PageSection>
  );
}

function BreakdownTable({ kind, rows }: { kind: GroupKind; rows: readonly GroupRow[] }) {
  const t = useTranslations("admin.overview.breakdown");
  const nameRow = useRowNames(kind);
  const columns = callKinds.includes(kind) ? callColumns : replyColumns;
  return (
    <div
      className="mt-4 overflow-x-auto rounded-lg border border-hairline bg-raised"
      role="region"
      aria-label={t("table")}
      {...scrollable}
    >
      <table className="w-full border-collapse text-xs leading-5">
        <thead className="bg-sunken text-quiet">
          <tr>
            <th scope="col" className="sticky start-0 bg-sunken px-3 py-1.5 text-start font-medium">
              {t(`kinds.${kind}`)}
            </th>
            {columns.map((key) => (
              <th key={key} scope="col" className="min-w-20 px-3 py-1.5 text-end align-bottom font-medium">
                {t(`columns.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-hairline">
              <th
                scope="row"
                className="sticky start-0 max-w-48 min-w-28 bg-raised px-3 py-1.5 text-start font-normal wrap-anywhere"
              >
                {nameRow(row.name)}
              </th>
              {columns.map((key) => (
                <Cell key={key} row={row} column={key} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Models and engines go by their own names. */
function useRowNames(kind: GroupKind): (name: string) => string {
  const t = useTranslations("admin");
  const tTools = useTranslations("tools");
  return (name) => {
    const tool = kind === "tool" ? toolNames.find((known) => known === name) : undefined;
    const style = kind === "style" ? agentStyles.find((known) => known === name) : undefined;
    if (tool !== undefined) return tTools(`${tool}.name`);
    if (style !== undefined) return t(`styles.${style}.name`);
    if (kind === "site") return t("overview.breakdown.all");
    if (name === "unknown") return t("overview.unknown");
    return name === "" ? t("overview.breakdown.builtIn") : name;
  };
}

function Cell({ row, column }: { row: GroupRow; column: (typeof replyColumns)[number] }) {
  const write = useUnitWords();
  if (column === "ratings")
    return <td className="px-3 py-1.5 text-end whitespace-nowrap">{`${row.up} / ${row.down}`}</td>;
  const value = toValue(row, column);
  return (
    <td className="px-3 py-1.5 text-end whitespace-nowrap">
      {write(value, units[column])}
      {column === "success" && value !== null && <ShareLine share={value} />}
    </td>
  );
}

/** For eyes only: the number stands above it. */
function ShareLine({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-0.5 h-1 w-full" aria-hidden="true">
      <rect width="100" height="4" fill="var(--bad)" opacity="0.35" />
      <rect width={share * 100} height="4" fill="var(--good)" />
    </svg>
  );
}

/** Shares from 0 to 1; `null` where there is nothing to divide by. */
export function toValue(row: GroupRow, column: ColumnKey): number | null {
  const each = (value: number): number | null => (row.count === 0 ? null : value / row.count);
  switch (column) {
    case "count":
      return row.count;
    case "success":
      return each(row.succeeded);
    case "p50":
    case "p95":
    case "context":
      return row[column];
    case "fast":
      return each(row.fast);
    case "cost":
      return each(row.costMicroUsd);
    case "rounds": {
      const rounds = each(row.rounds);
      return rounds === null ? null : Math.round(rounds * 10) / 10;
    }
    case "remembering":
      return each(row.remembering);
    case "cached":
      return row.inputTokens === 0 ? null : row.cachedInputTokens / row.inputTokens;
    case "marked":
      return toSupported(row.marks);
  }
}

/** Of the sentences that were decided on. */
function toSupported(marks: GroupRow["marks"]): number | null {
  const { quoted = 0, supported = 0, partly = 0, differs = 0, not_found: absent = 0 } = marks;
  const decided = quoted + supported + partly + differs + absent;
  return decided === 0 ? null : (quoted + supported) / decided;
}
