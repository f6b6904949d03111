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

/** Rows of equal columns: what spans several stands in the first of them, and in each row that it reaches down to. */
export function toGrid(rows: Cell[][]): string[][] {
  const reaching = new Map<number, { text: string; left: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const takeReaching = () => {
      for (let above = reaching.get(line.length); above !== undefined && above.left > 0; above = reaching.get(line.length)) {
        above.left -= 1;
        line.push(above.text);
      }
    };
    for (const { text, columns, rows: height } of row) {
      takeReaching();
      for (let column = 0; column < columns; column += 1) {
        const shown = column === 0 ? text : "";
        if (height > 1) reaching.set(line.length, { text: shown, left: height - 1 });
        else reaching.delete(line.length);
        line.push(shown);
      }
    }
    takeReaching();
    return line;
  });
}
