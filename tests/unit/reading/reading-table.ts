import type { Reading } from "./read-all";

/** Recall by kind, as the table of `docs/evaluation.md`. */
export function toReadingTable(readings: Reading[]): string {
  const kinds = [...new Set(readings.map(({ page }) => page.kind))];
  const rows = kinds.map((kind) =>
    toRow(
      kind,
      readings.filter(({ page }) => page.kind === kind),
    ),
  );
  return [
    "| Kind | Pages | Expected passages found | Unwanted texts read | Answer among the picked |",
    "|---|---|---|---|---|",
    ...rows,
    toRow("**all**", readings),
  ].join("\n");
}

function toRow(kind: string, readings: Reading[]): string {
  const expected = sum(readings, ({ page }) => page.expected.length);
  const found = expected - sum(readings, ({ missed }) => missed.length);
  const forbidden = sum(readings, ({ page }) => page.forbidden.length);
  const asked = readings.filter(({ page }) => page.answer !== "");
  const picked = asked.filter(({ isAnswerPicked }) => isAnswerPicked).length;
  if (expected === 0)
    return `| ${kind} | ${readings.length} | seen as empty: ${readings.filter(({ document }) => document.isThin).length} of ${readings.length} | – | – |`;
  return `| ${kind} | ${readings.length} | ${found} of ${expected} | ${sum(readings, ({ read }) => read.length)} of ${forbidden} | ${picked} of ${asked.length} |`;
}

function sum(readings: Reading[], count: (reading: Reading) => number): number {
  return readings.reduce((total, reading) => total + count(reading), 0);
}
