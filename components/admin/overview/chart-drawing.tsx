"use client";

import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import { toColour, toDash } from "./chart-style";
import type { Chart, ChartRow } from "./overview-charts";
import { useChartWords } from "./use-chart-words";
import { useUnitWords } from "./use-unit-words";

const height = 224;
const rowHeight = 34;
const tick = { fill: "var(--quiet)", fontSize: 11 };

/** Draws a chart; its numbers stand in the table beside it, so that this is for eyes only. Nothing moves. */
export function ChartDrawing({ chart }: { chart: Chart }) {
  switch (chart.kind) {
    case "lines":
      return <Lines chart={chart} />;
    case "bars":
    case "stack":
      return <Bars chart={chart} />;
    case "across":
      return <Across chart={chart} />;
  }
}

function Lines({ chart }: { chart: Chart }) {
  const { frame, x, y, tip } = useParts(chart);
  return (
    <LineChart {...frame}>
      <CartesianGrid vertical={false} stroke="var(--hairline)" />
      <XAxis {...x} />
      <YAxis {...y} />
      <Tooltip {...tip} cursor={{ stroke: "var(--strong)" }} />
      {toSeries(chart).map(({ key, ...series }) => (
        <Line
          key={key}
          {...series}
          type="linear"
          stroke={toColour(chart, key)}
          strokeDasharray={toDash(chart, key)}
          strokeWidth={2}
          dot={{ r: 2, strokeDasharray: "0" }}
        />
      ))}
    </LineChart>
  );
}

function Bars({ chart }: { chart: Chart }) {
  const { frame, x, y, tip } = useParts(chart);
  return (
    <BarChart {...frame} barGap={0} barCategoryGap="18%">
      <CartesianGrid vertical={false} stroke="var(--hairline)" />
      <XAxis {...x} />
      <YAxis {...y} />
      <Tooltip {...tip} cursor={{ fill: "var(--sunken)" }} />
      {toSeries(chart).map(({ key, ...series }) => (
        <Bar
          key={key}
          {...series}
          {...(chart.kind === "stack" ? { stackId: "all" } : {})}
          fill={toColour(chart, key)}
          maxBarSize={28}
        />
      ))}
    </BarChart>
  );
}

function Across({ chart }: { chart: Chart }) {
  const { frame, x, y, tip } = useParts(chart);
  const style = { ...frame.style, height: Math.max(2, chart.rows.length) * rowHeight + 32 };
  return (
    <BarChart {...frame} style={style} layout="vertical">
      <CartesianGrid horizontal={false} stroke="var(--hairline)" />
      <XAxis {...y} type="number" height={24} width={0} />
      <YAxis {...x} type="category" width={132} axisLine={false} interval={0} />
      <Tooltip {...tip} cursor={{ fill: "var(--sunken)" }} />
      {toSeries(chart).map(({ key, ...series }) => (
        <Bar key={key} {...series} stackId="all" fill={toColour(chart, key)} maxBarSize={18} />
      ))}
    </BarChart>
  );
}

/** Values are read by functions: the library would take the dots in a model's name for a path. */
function toSeries({ drawn }: Chart) {
  return drawn.map((key) => ({
    key,
    name: key,
    dataKey: ({ values }: ChartRow) => values[key] ?? null,
    isAnimationActive: false as const,
  }));
}

function useParts(chart: Chart) {
  const { nameTick } = useChartWords(chart);
  const write = useUnitWords();
  const unit = chart.columns.find(({ key }) => key === chart.drawn[0])?.unit ?? "count";
  return {
    frame: {
      data: chart.rows,
      margin: { top: 4, right: 8, bottom: 0, left: 0 },
      responsive: true,
      style: { width: "100%", height },
      accessibilityLayer: false,
    },
    tip: { content: <ChartTip chart={chart} />, isAnimationActive: false },
    x: {
      dataKey: "key",
      tickFormatter: nameTick,
      tick,
      tickLine: false,
      axisLine: { stroke: "var(--hairline)" },
      minTickGap: chart.isByDay ? 24 : 4,
    },
    y: {
      tick,
      tickLine: false,
      axisLine: false,
      width: 56,
      allowDecimals: unit !== "count",
      // A tick that breaks in two takes the room of the next.
      tickFormatter: (value: number) => (value === 0 ? "0" : write(value, unit).replaceAll(" ", "\u00a0")),
      // Steps of 1, 2 and 5: a rounded label stands where it says.
      ...(unit === "percent" ? {} : { niceTicks: "snap125" as const }),
      ...(unit === "percent" ? { domain: [0, 1] as [number, number] } : {}),
    },
  };
}

/** What the drawing library hands to it besides. */
type TooltipInput = {
  active?: boolean;
  label?: string | number;
  payload?: readonly { name?: string | number; value?: unknown }[];
};

/** The numbers under the pointer. */
function ChartTip({ chart, active = false, label, payload = [] }: TooltipInput & { chart: Chart }) {
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
