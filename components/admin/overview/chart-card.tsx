import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { toColour, toDash } from "./chart-style";
import { hasValues, type Chart } from "./overview-charts";
import { isHour, useChartWords } from "./use-chart-words";
import { scrollable } from "@/components/ui/scrollable";
import { useExactWords } from "./use-unit-words";

/** The drawing library is the overview's alone. */
const ChartDrawing = dynamic(() => import("./chart-drawing").then((module) => module.ChartDrawing), {
  ssr: false,
  loading: () => <div className="h-56 animate-pulse rounded-lg bg-sunken" />,
});

/** A chart with what it shows, which line is which, and the exact numbers behind it. */
export function ChartCard({ chart }: { chart: Chart }) {
  const t = useTranslations("admin.overview");
  const id = useId();
  const title = t(`charts.${chart.id}.name`);
  const isFilled = hasValues(chart);
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-xl border border-hairline bg-raised p-4"
    >
      <figcaption>
        <h2 id={id} className="text-sm font-medium">
          {title}
        </h2>
        <p className="text-xs leading-5 text-quiet">{t(`charts.${chart.id}.help`)}</p>
      </figcaption>
      {isFilled ? (
        <>
          {chart.drawn.length > 1 && <Legend chart={chart} />}
          <div aria-hidden="true" className="pt-3">
            <ChartDrawing chart={chart} />
          </div>
          <Numbers chart={chart} title={title} />
        </>
      ) : (
        <p className="flex min-h-40 flex-1 items-center justify-center px-4 py-6 text-center text-sm leading-5 text-quiet">
          {t(`charts.${chart.id}.none`)}
        </p>
      )}
    </figure>
  );
}

export function Legend({ chart }: { chart: Chart }) {
  const { nameColumn } = useChartWords(chart);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-xs leading-5 text-quiet">
      {chart.drawn.map((key) => (
        <li key={key} className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">
          <svg viewBox="0 0 20 10" className="h-2.5 w-5 shrink-0" aria-hidden="true">
            {chart.kind === "lines" ? (
              <line
                x1="0"
                y1="5"
                x2="20"
                y2="5"
                stroke={toColour(chart, key)}
                strokeWidth="2.5"
                strokeDasharray={toDash(chart, key)}
              />
            ) : (
              <rect x="4" width="12" height="10" rx="2" fill={toColour(chart, key)} />
            )}
          </svg>
          {nameColumn(key)}
        </li>
      ))}
    </ul>
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

/** The exact numbers behind a chart, the newest day first. */
export function ChartTable({ chart, label }: { chart: Chart; label: string }) {
  const t = useTranslations("admin.overview");
  const { nameColumn, nameRow } = useChartWords(chart);
  const write = useExactWords();
  const rows = chart.isByDay ? chart.rows.toReversed() : chart.rows;
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
              {t(chart.isByDay ? (isHour(rows[0]?.key ?? "") ? "hour" : "day") : `rows.${toRowKind(chart)}`)}
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

function toRowKind({ id }: Chart): "model" | "tool" | "rounds" {
  if (id === "models") return "model";
  return id === "tools" ? "tool" : "rounds";
}
