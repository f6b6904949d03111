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

export type Cell = { text: string; columns: number; rows: number; isHead: boolean };

/** The head, as one row, and the body. Head rows below each other become one: “Weekdays First”. */
export function toHeadAndBody(rows: Cell[][]): { head: string[]; body: string[][] } {
  const grid = toGrid(rows);
  const found = rows.findIndex((row) => !row.every(({ isHead }) => isHead));
  const count = Math.max(1, found === -1 ? 1 : found);
  const heads = grid.slice(0, count);
  const head = (heads[0] ?? []).map((_, column) =>
    [...new Set(heads.map((line) => line[column] ?? ""))].join(" "),
  );
  return { head, body: grid.slice(count) };
}

/** Rows of equal columns: what spans several rows, or a head several columns, stands in each of them. */
function toGrid(rows: Cell[][]): string[][] {
  const reaching = new Map<number, { text: string; left: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const takeReaching = () => {
      for (
        let above = reaching.get(line.length);
        above !== undefined && above.left > 0;
        above = reaching.get(line.length)
      ) {
        above.left -= 1;
        line.push(above.text);
      }
    };
    for (const { text, columns, rows: height, isHead } of row) {
      takeReaching();
      for (let column = 0; column < columns; column += 1) {
        const shown = column === 0 || isHead ? text.trim() : "";
        reaching.set(line.length, { text: shown, left: height - 1 });
        line.push(shown);
      }
    }
    takeReaching();
    return line;
  });
}
