import { sum } from "@/components/admin/sum";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { scrollable } from "@/components/ui/scrollable";
import { formatCost } from "@/lib/client/money";
import type {
  ExperimentReply,
  ExperimentTable,
  Side,
  SideRow,
} from "@/lib/features/laboratory/shape/laboratory";

export type SideNames = Record<Side, string>;

/** The words for the sides: of a night itself and the one before, of a published draft before and after. */
export function useSideNames({ night, agent, state }: ExperimentReply): SideNames {
  const t = useTranslations("admin.laboratory.sides");
  if (night !== null) return { live: t("nightBefore"), draft: t("night") };
  return { live: t("before"), draft: agent?.name ?? t(state === "published" ? "after" : "draft") };
}

type SideProps = { rows: readonly SideRow[]; sideNames: SideNames };
/** `better`: 1 where more is better, -1 where less is. */
type Measure = {
  head: string;
  better: 1 | -1;
  read: (row: SideRow) => number | null;
  show: (value: number, row: SideRow) => string;
  /** What changed, without its sign. */
  showChange: (by: number, before: number) => string;
};

/** What each side came to, and what changed. */
export function SideTable({ rows, sideNames }: SideProps) {
  const t = useTranslations("admin.laboratory");
  const measures = useMeasures();
  const [before, after] = rows;
  if (before === undefined || after === undefined) return null;
  const toChange = ({ read, better, showChange }: Measure) => {
    const [from, to] = [read(before), read(after)];
    if (from === null || to === null) return "–";
    const by = to - from;
    if (by === 0) return t("noChange");
    const words = `${by > 0 ? "+" : "−"}${showChange(Math.abs(by), from)}`;
    return <span className={by * better > 0 ? "text-good" : "text-bad"}>{words}</span>;
  };
  const toCell = ({ read, show }: Measure, row: SideRow) => {
    const value = read(row);
    return value === null ? "–" : show(value, row);
  };
  return (
    <Table name={t("sideTable")} heads={[t("measure"), sideNames.live, sideNames.draft, t("change")]}>
      {measures.map((measure) => (
        <Row
          key={measure.head}
          head={measure.head}
          cells={[toCell(measure, before), toCell(measure, after), toChange(measure)]}
        />
      ))}
    </Table>
  );
}

function useMeasures(): Measure[] {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const locale = useLocale();
  const toCost = (microUsd: number) => formatCost(microUsd, locale) ?? "0 ¢";
  const toPercent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 });
  const toSeconds = (ms: number) =>
    format.number(ms / 1000, { style: "unit", unit: "second", maximumFractionDigits: 1 });
  return [
    {
      ...{ head: t("passed"), better: 1, read: ({ passed }) => (passed.of === 0 ? null : passed.count) },
      show: (count, { passed }) => t("passedOf", { count, of: passed.of }),
      showChange: (by) => format.number(by),
    },
    {
      ...{ head: t("chosenWell"), better: 1, read: ({ chosenWell }) => chosenWell?.count ?? null },
      show: (count, { chosenWell }) => t("passedOf", { count, of: chosenWell?.of ?? 0 }),
      showChange: (by) => format.number(by),
    },
    {
      ...{ head: t("supported"), better: 1, read: toSupported, show: toPercent },
      showChange: (by) => t("points", { count: Math.round(by * 100) }),
    },
    {
      ...{ head: t("time"), better: -1, read: ({ medianMs }) => medianMs, show: toSeconds },
      showChange: toSeconds,
    },
    {
      ...{
        head: t("median"),
        better: -1,
        read: ({ medianCostMicroUsd }) => medianCostMicroUsd,
        show: toCost,
      },
      showChange: (by, before) => (before === 0 ? toCost(by) : toPercent(by / before)),
    },
  ];
}

/** The share of the cited sentences; `null` without any. */
function toSupported({ marks }: SideRow): number | null {
  const all = sum(Object.values(marks), (count) => count);
  return all === 0 ? null : ((marks.quoted ?? 0) + (marks.supported ?? 0)) / all;
}

const wins = ["passes", "judged", "chosen", "cheaper", "faster"] as const;

/** Which side won how many pairs, and how likely that is by chance. */
export function WinTable({ table, sideNames }: { table: ExperimentTable; sideNames: SideNames }) {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const decided = wins.filter((what) => table[what].live + table[what].draft + table[what].tie > 0);
  if (decided.length === 0) return null;
  return (
    <Table name={t("winTable")} heads={[t("what"), sideNames.live, sideNames.draft, t("tie"), t("chance")]}>
      {decided.map((what) => {
        const { live, draft, tie, p } = table[what];
        return (
          <Row
            key={what}
            head={t(`wins.${what}`)}
            cells={[
              ...[live, draft, tie].map((count) => format.number(count)),
              format.number(p, { maximumSignificantDigits: 2 }),
            ]}
          />
        );
      })}
    </Table>
  );
}

type TableProps = { name: string; heads: readonly string[]; children: ReactNode };

/** Wider than a phone it is moved inside its frame, also by keys. */
export function Table({ name, heads, children }: TableProps) {
  return (
    <div role="region" aria-label={name} {...scrollable} className="overflow-x-auto">
      <table className="w-full text-left text-sm leading-5 tabular-nums rtl:text-right">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr className="border-b border-hairline text-quiet">
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pe-4 font-normal whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ head, cells }: { head: ReactNode; cells: readonly ReactNode[] }) {
  return (
    <tr className="border-b border-hairline last:border-0">
      <th scope="row" className="min-w-40 py-1.5 pe-4 align-top font-medium wrap-anywhere">
        {head}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className="min-w-24 py-1.5 pe-4 align-top">
          {cell}
        </td>
      ))}
    </tr>
  );
}
