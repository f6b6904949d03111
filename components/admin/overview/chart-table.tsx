import { useTranslations } from "next-intl";
import { useState } from "react";
import { toColour } from "./chart-style";
import type { Chart } from "./overview-charts";
import { isHour, useChartWords } from "./use-chart-words";
import { scrollable } from "@/components/ui/scrollable";
import { useExactWords } from "./use-unit-words";

/** The exact numbers behind a chart, the newest day first. */
export function ChartTable({ chart, label }: { chart: Chart; label: string }) {
  const t = useTranslations("admin.overview");
  const { nameColumn, nameRow } = useChartWords(chart);
  const write = useExactWords();
  const rows = chart.rows.toReversed();
  return (
    <div
      className="max-h-80 overflow-auto rounded-lg border border-hairline"
      role="region"
      aria-label={label}
      {...scrollable}
    >
      <table className="w-full border-collapse text-xs leading-5">
        <thead className="sticky top-0 bg-sunken text-quiet">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-start font-medium">
              {t(isHour(rows[0]?.key ?? "") ? "hour" : "day")}
            </th>
            {chart.columns.map(({ key }) => (
              <th key={key} scope="col" className="px-3 py-1.5 text-end font-medium">
                {nameColumn(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-hairline">
              <th scope="row" className="px-3 py-1 text-start font-normal whitespace-nowrap">
                {nameRow(row.key)}
              </th>
              {chart.columns.map(({ key, unit }) => (
                <td key={key} className="px-3 py-1 text-end whitespace-nowrap">
                  {write(row.values[key], unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Made when it is opened: many days make long tables. */
export function Numbers({ chart, title }: { chart: Chart; title: string }) {
  const t = useTranslations("admin.overview");
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-auto pt-3 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm pb-1 text-xs leading-5 text-quiet hover:text-ink pointer-coarse:py-3">
        {t("numbers")}
        <span className="sr-only">: {title}</span>
      </summary>
      {isOpen && <ChartTable chart={chart} label={title} />}
    </details>
  );
}

export function Legend({ chart }: { chart: Chart }) {
  const { nameColumn } = useChartWords(chart);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-xs leading-5 text-quiet">
      {chart.drawn.map((key) => (
        <li key={key} className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-sm"
            style={{ background: toColour(chart, key) }}
          />
          {nameColumn(key)}
        </li>
      ))}
    </ul>
  );
}
