import { sum } from "@/components/admin/sum";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Legend, Numbers } from "./chart-table";
import { toColour } from "./chart-style";
import { hasValues, type Chart, type ChartRow } from "./overview-charts";
import { toRunsPath } from "./totals";
import { useChartWords } from "./use-chart-words";
import { useUnitWords } from "./use-unit-words";

/** A chart by days or hours. Each bar leads to its runs and is named by its numbers. */
export function DayBars({ chart }: { chart: Chart }) {
  const t = useTranslations("admin.overview");
  const id = useId();
  const write = useUnitWords();
  const { nameRow } = useChartWords(chart);
  const { rows, columns } = chart;
  const unit = columns[0]?.unit ?? "count";
  const top = unit === "percent" ? 1 : Math.max(...rows.map((row) => toHeight(chart, row)));
  const title = t(`charts.${chart.id}.name`);
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-xl border border-hairline bg-raised p-4"
    >
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-card">
          {title}
        </h2>
        {hasValues(chart) && <Legend chart={chart} />}
      </figcaption>
      {hasValues(chart) ? (
        <>
          <p className="pt-2 text-xs leading-4 text-quiet">{t("upTo", { value: write(top, unit) })}</p>
          <ul className="flex h-32 items-end gap-px border-b border-hairline @2xl:gap-1">
            {rows.map((row) => (
              <DayBar key={row.key} chart={chart} row={row} top={top} />
            ))}
          </ul>
          <p aria-hidden className="flex justify-between pt-1 text-xs leading-4 text-quiet">
            <span>{nameRow(rows[0]?.key ?? "")}</span>
            <span>{nameRow(rows.at(-1)?.key ?? "")}</span>
          </p>
          <Numbers chart={chart} title={title} />
        </>
      ) : (
        <p className="flex min-h-32 items-center justify-center text-center text-sm leading-5 text-quiet">
          {t(`charts.${chart.id}.none`)}
        </p>
      )}
    </figure>
  );
}

const toHeight = ({ drawn }: Chart, { values }: ChartRow): number => sum(drawn, (key) => values[key] ?? 0);

function DayBar({ chart, row, top }: { chart: Chart; row: ChartRow; top: number }) {
  const write = useUnitWords();
  const { nameRow, nameColumn } = useChartWords(chart);
  const filled = chart.columns.flatMap(({ key, unit }) => {
    const value = row.values[key] ?? 0;
    return value > 0 ? [{ key, unit, value }] : [];
  });
  const parts = filled.filter(({ key }) => chart.drawn.includes(key));
  const words = filled.map(({ key, unit, value }) => `${nameColumn(key)} ${write(value, unit)}`).join(", ");
  if (parts.length === 0) return <li className="flex-1" />;
  return (
    <li className="flex h-full min-w-0 flex-1 justify-center">
      <Link
        href={toRunsPath([row.key])}
        prefetch={false}
        title={`${nameRow(row.key)}: ${words}`}
        aria-label={`${nameRow(row.key)}: ${words}`}
        className="flex h-full w-full max-w-7 flex-col-reverse rounded-t-sm hover:bg-sunken"
      >
        {parts.map(({ key, value }) => (
          <span
            key={key}
            aria-hidden
            className="block min-h-px w-full"
            style={{ height: `${(value / top) * 100}%`, background: toColour(chart, key) }}
          />
        ))}
      </Link>
    </li>
  );
}
