/** One line of the table. `isReached` is `null` where nothing was asked for. */
export type Row = {
  part: string;
  measure: string;
  unit: string;
  relay: number | null;
  bare: number | null;
  product: number;
  target: string;
  isReached: boolean | null;
};

/** A part of the bench: its rows, and the raw values behind them for the file. */
export type PartResult = { rows: Row[]; raw: Record<string, unknown> };

export type RowInput = Pick<Row, "part" | "measure" | "unit" | "product"> & {
  relay?: number;
  bare?: number;
  atMost?: number;
  atLeast?: number;
  target?: string;
};

/** A row that is reached when the product's value stays within `atMost` and `atLeast`. A value that was not measured reaches nothing. */
export function toRow({ part, measure, unit, product, relay, bare, atMost, atLeast, target }: RowInput): Row {
  const limits = [
    ...(atMost === undefined ? [] : [`≤ ${toText(atMost)}`]),
    ...(atLeast === undefined ? [] : [`≥ ${toText(atLeast)}`]),
  ];
  const isAsked = limits.length > 0;
  const isWithin = product <= (atMost ?? Infinity) && product >= (atLeast ?? -Infinity);
  return {
    part,
    measure,
    unit,
    relay: relay ?? null,
    bare: bare ?? null,
    product,
    target: target ?? limits.join(", "),
    isReached: isAsked ? isWithin : null,
  };
}

/** The rows as Markdown, in columns that a terminal shows straight too. */
export function toTable(rows: Row[]): string {
  const head = ["", "Measure", "Relay", "Bare", "Sextant", "Target", ""];
  const lines = rows.map((row) => [
    row.part,
    `${row.measure} (${row.unit})`,
    toText(row.relay),
    toText(row.bare),
    toText(row.product),
    row.target,
    toMark(row.isReached),
  ]);
  const widths = head.map((name, column) =>
    Math.max(3, ...[name, ...lines.map((line) => line[column] ?? "")].map((cell) => cell.length)),
  );
  const toLine = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [toLine(head), toLine(widths.map((width) => "-".repeat(width))), ...lines.map(toLine)].join("\n");
}

function toText(value: number | null): string {
  if (value === null) return "–";
  if (Number.isNaN(value)) return "?";
  return Math.abs(value) < 100 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0);
}

function toMark(isReached: boolean | null): string {
  if (isReached === null) return "";
  return isReached ? "reached" : "missed";
}
