/** One line of the scorecard. Without a `value` the reason says why there is none. */
export type Row = {
  area: "truth" | "memory" | "retrieval" | "tools by style" | "injections" | "loops" | "cost" | "time";
  measure: string;
  value: string | null;
  reason?: string;
  /** Of how many it was counted; `null` without a value. */
  count: number | null;
  set: string;
  /** Whether the code had seen the set when it was made. */
  kind: "unseen" | "regression" | "tuned" | "–";
  /** What counts it alone, with its misses. */
  command: string;
};

type Counted = Pick<Row, "area" | "measure" | "set" | "kind" | "command">;

export function toShareRow(row: Counted, right: number, count: number): Row {
  const share = count === 0 ? "" : ` (${((100 * right) / count).toFixed(0)}%)`;
  return { ...row, value: `${right} of ${count}${share}`, count };
}

export function toValueRow(row: Counted, value: string, count: number): Row {
  return { ...row, value, count };
}

/** What cannot be had, or is not counted, with what was asked. */
export function toEmptyRow(row: Pick<Row, "area" | "measure">, reason: string): Row {
  return { ...row, value: null, reason, count: null, set: "–", kind: "–", command: "–" };
}

export type Scorecard = {
  /** The day, in UTC. */
  date: string;
  product: string;
  node: string;
  system: string;
  /** `offline:guide` is the product without a key. */
  model: string;
  rows: readonly Row[];
};

export function writeScorecard({ rows, ...about }: Scorecard): string {
  const head = `${about.date} · Sextant ${about.product} · Node ${about.node} · ${about.system} · model \`${about.model}\``;
  const lines = rows.map(({ area, measure, value, reason, count, set, kind, command }) => {
    const found = value ?? `– ${reason ?? ""}`;
    const where = kind === "–" ? "–" : `${set} (${kind})`;
    return `| ${[area, measure, found, count ?? "–", where, command].join(" | ")} |`;
  });
  return [
    head,
    "",
    "| Area | Measure | Value | n | Counted on | Alone, with its misses |",
    `|${"---|".repeat(6)}`,
    ...lines,
  ].join("\n");
}
