import { useTranslations } from "next-intl";
import { scrollable } from "@/components/ui/scrollable";
import type { Chart } from "./overview-charts";
import { useChartWords } from "./use-chart-words";
import { useExactWords } from "./use-unit-words";

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
              {t(chart.isByDay ? "day" : `rows.${toRowKind(chart)}`)}
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
