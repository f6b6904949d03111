import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { scrollable } from "@/components/ui/scrollable";
import { formatCost } from "@/lib/client/money";
import type { Verdict } from "@/lib/features/evidence/shape/claims";
import type { ExperimentTable, Proportion, SideRow } from "@/lib/features/laboratory/shape/laboratory";

/** The words for the sides: those of a night are itself and the one before. */
export const toSides = (isNight: boolean) => (isNight ? "nightSides" : "sides");

/** What each side came to. */
export function SideTable({ rows, isNight }: { rows: readonly SideRow[]; isNight: boolean }) {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const locale = useLocale();
  const toCost = (microUsd: number | null) =>
    microUsd === null ? "–" : (formatCost(microUsd, locale) ?? "0 ¢");
  const toPercent = (share: number) => format.number(share, { style: "percent" });
  const toOf = ({ count, of, low, high }: Proportion) =>
    t("passedOf", { ...{ count, of }, low: toPercent(low), high: toPercent(high) });
  return (
    <Table
      name={t("sideTable")}
      heads={[t("side"), t("passed"), t("chosenWell"), t("total"), t("median"), t("time"), t("marks")]}
    >
      {rows.map(({ side, passed, chosenWell, costMicroUsd, medianCostMicroUsd, medianMs, marks }) => (
        <Row
          key={side}
          head={t(`${toSides(isNight)}.${side}`)}
          cells={[
            toOf(passed),
            chosenWell === null ? "–" : toOf(chosenWell),
            toCost(costMicroUsd),
            toCost(medianCostMicroUsd),
            medianMs === null
              ? "–"
              : format.number(medianMs / 1000, {
                  ...{ style: "unit", unit: "second", maximumFractionDigits: 1 },
                }),
            (Object.entries(marks) as [Verdict, number][])
              .map(([verdict, count]) => `${count} ${t(`markNames.${verdict}`)}`)
              .join(", ") || "–",
          ]}
        />
      ))}
    </Table>
  );
}

const wins = ["passes", "judged", "chosen", "cheaper", "faster"] as const;

/** Which side won how many pairs, and how likely that is by chance. */
export function WinTable({ table, isNight }: { table: ExperimentTable; isNight: boolean }) {
  const t = useTranslations("admin.laboratory");
  const format = useFormatter();
  const decided = wins.filter((what) => table[what].live + table[what].draft + table[what].tie > 0);
  const sides = toSides(isNight);
  if (decided.length === 0) return null;
  return (
    <Table
      name={t("winTable")}
      heads={[t("what"), t(`${sides}.live`), t(`${sides}.draft`), t("tie"), t("chance")]}
    >
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

export function Row({ head, cells }: { head: string; cells: readonly string[] }) {
  return (
    <tr className="border-b border-hairline last:border-0">
      <th scope="row" className="py-1 pe-4 font-medium whitespace-nowrap">
        {head}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className="py-1 pe-4 whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}
