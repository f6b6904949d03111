import { useTranslations } from "next-intl";
import { useState } from "react";
import { toLocalList } from "@/components/admin/local-list";
import { PageSection } from "@/components/admin/page-frame";
import { useRunWords } from "@/components/runs/use-run-words";
import { Segments } from "@/components/ui/segments";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { builtInAgent } from "@/lib/protocol/runs";
import { agentStyles } from "@/lib/protocol/settings-fields";
import type { GroupKind, GroupRow, OverviewReply } from "@/lib/features/statistics/shape";
import { toRowFilter, toRunsPath } from "./totals";
import { useUnitWords } from "./use-unit-words";
import type { ChartUnit } from "./overview-charts";

const columns = {
  ...{ count: "count", success: "percent", before: "percent", p50: "time", p95: "time", spent: "dollars" },
  ...{ fast: "percent", cost: "money", rounds: "count", cached: "percent", context: "percent" },
  ...{ remembering: "percent", marked: "percent", good: "count", bad: "count" },
} as const satisfies Record<string, ChartUnit>;
type ColumnKey = keyof typeof columns;
/** The others are chosen. */
const shown: readonly ColumnKey[] = ["count", "success", "before", "p50", "p95", "spent"];

export const mainKinds = ["model", "tool", "agent", "person"] as const satisfies readonly GroupKind[];
export const otherKinds = ["style", "helper", "engine", "site"] as const satisfies readonly GroupKind[];

type Props = { overview: OverviewReply; kinds: typeof mainKinds | typeof otherKinds; title: string };

/** Replies by what made them or who asked, and calls of tools and engines, as one table. */
export function Breakdown({ overview, kinds, title }: Props) {
  const t = useTranslations("admin.overview.breakdown");
  const [kind, setKind] = useState<GroupKind>(kinds[0]);
  const rows = overview.groups.filter((row) => row.kind === kind);
  const keys = overview.days.map(({ day }) => day);
  const nameRow = useRowNames(kind);
  const choice = (
    <Segments<GroupKind>
      label={t("by")}
      value={kind}
      options={kinds.map((value) => ({ value, name: t(`kinds.${value}`) }))}
      onChoose={setKind}
    />
  );
  return (
    <PageSection title={title} aside={choice}>
      <DataTable
        key={kind}
        name={`overview-${kind}`}
        label={t("table", { kind: t(`kinds.${kind}`) })}
        list={toLocalList(rows)}
        rowKey={({ id, name }) => id ?? name}
        columns={useColumns(overview.before.groups, nameRow, kind)}
        href={(row) => {
          const filter = toRowFilter(row, builtInAgent);
          return filter === null ? undefined : toRunsPath(keys, filter);
        }}
        empty={t(kind === "person" ? "nonePerson" : "none")}
      />
    </PageSection>
  );
}

type RowName = (row: Pick<GroupRow, "name">) => string;

function useColumns(before: readonly GroupRow[], nameRow: RowName, kind: GroupKind): Column<GroupRow>[] {
  const t = useTranslations("admin.overview.breakdown");
  const write = useUnitWords();
  const findBefore = ({ kind: of, name, id = name }: GroupRow) =>
    before.find((row) => row.kind === of && (row.id ?? row.name) === id);
  const toCell = (row: GroupRow, key: ColumnKey) => {
    if (key !== "before") return toValue(row, key);
    const found = findBefore(row);
    return found === undefined ? null : toValue(found, "success");
  };
  /** Clearly less than before, or than nine of ten. */
  const isWorse = (row: GroupRow) => {
    const [now, then] = [toCell(row, "success"), toCell(row, "before")];
    return now !== null && row.count >= 5 && now < Math.min(0.9, then ?? 0.9);
  };
  const names: Column<GroupRow> = {
    ...{ id: "name", name: t(`kinds.${kind}`), isMain: true },
    ...{ value: nameRow, cell: (row) => <span className="wrap-anywhere">{nameRow(row)}</span> },
  };
  const figures = (Object.keys(columns) as ColumnKey[]).map((key): Column<GroupRow> => {
    const isMoney = key === "spent" || key === "cost";
    return {
      ...{ id: key, name: t(`columns.${key}`), isEnd: true },
      ...(!shown.includes(key) && { isOptional: true }),
      value: (row) => {
        const value = toCell(row, key);
        return value !== null && isMoney ? value / 1e6 : value;
      },
      cell: (row) => (
        <span className={key === "success" && isWorse(row) ? "font-semibold text-bad" : ""}>
          {write(toCell(row, key), columns[key])}
        </span>
      ),
    };
  });
  return [names, ...figures];
}

/** Models and engines go by their own names. */
function useRowNames(kind: GroupKind): RowName {
  const t = useTranslations("admin");
  const { toTool } = useRunWords();
  return ({ name }) => {
    const style = kind === "style" ? agentStyles.find((known) => known === name) : undefined;
    if (style !== undefined) return t(`styles.${style}.name`);
    if (kind === "site") return t("overview.breakdown.all");
    if (name === "unknown") return t("overview.unknown");
    if (kind === "tool") return toTool(name);
    return name === "" ? t("overview.breakdown.builtIn") : name;
  };
}

/** Shares from 0 to 1; `null` where there is nothing to divide by. */
export function toValue(row: GroupRow, column: Exclude<ColumnKey, "before">): number | null {
  const each = (value: number): number | null => (row.count === 0 ? null : value / row.count);
  switch (column) {
    case "count":
      return row.count;
    case "spent":
      return row.costMicroUsd;
    case "success":
      return each(row.succeeded);
    case "p50":
    case "p95":
    case "context":
      return row[column];
    case "good":
      return row.up;
    case "bad":
      return row.down;
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
