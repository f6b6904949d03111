/** A Markdown table; rows shorter than the longest get empty cells, too short a head gets columns. */
export function toTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const width = body.reduce((most, row) => Math.max(most, row.length), head.length);
  const toLine = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => toCell(cells[column] ?? "")).join(" | ")} |`;
  return [toLine(head), `|${" --- |".repeat(width)}`, ...body.map(toLine)].join("\n");
}

function toCell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
