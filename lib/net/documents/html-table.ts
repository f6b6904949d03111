export type Cell = { text: string; columns: number; rows: number; isHead: boolean };

const longCell = 400;

/** Whether a table only puts things beside each other, as pages of the nineties do: one column, tables or whole paragraphs inside. */
export function isLayout(element: Element, rows: Cell[][]): boolean {
  if (/^(presentation|none)$/.test(element.getAttribute("role") ?? "")) return true;
  const cells = rows.flat();
  if (cells.some(({ isHead }) => isHead) && !cells.some(({ text }) => text.includes("\n\n#"))) return false;
  if (rows.every((row) => row.length < 2)) return true;
  return cells.some(({ text }) => text.length > longCell || /\n\n(#|\||```)/.test(text));
}

/** A table's head, of one row, and its body. Rows of a head that stand below each other become one: “Weekdays First”. */
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

/** Rows of equal columns: what spans several rows stands in each of them, and so does a head above several columns. */
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
