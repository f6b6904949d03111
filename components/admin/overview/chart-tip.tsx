import type { Chart } from "./overview-charts";
import { useChartWords } from "./use-chart-words";
import { useUnitWords } from "./use-unit-words";

/** What the drawing library hands to it besides. */
type Given = {
  active?: boolean;
  label?: string | number;
  payload?: readonly { name?: string | number; value?: unknown }[];
};

/** The numbers under the pointer. */
export function ChartTip({ chart, active = false, label, payload = [] }: Given & { chart: Chart }) {
  const { nameColumn, nameRow } = useChartWords(chart);
  const write = useUnitWords();
  if (!active || label === undefined) return null;
  const unitOf = (key: string) => chart.columns.find((column) => column.key === key)?.unit ?? "count";
  return (
    <div className="max-w-72 rounded-lg border border-hairline bg-raised px-3 py-2 text-xs leading-5 shadow-float">
      <p className="font-medium">{nameRow(String(label))}</p>
      {payload.map(({ name, value }) => (
        <p key={name} className="flex justify-between gap-4">
          <span className="text-quiet wrap-anywhere">{nameColumn(String(name))}</span>
          {write(typeof value === "number" ? value : null, unitOf(String(name)))}
        </p>
      ))}
    </div>
  );
}
