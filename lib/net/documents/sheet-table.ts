import { toTable } from "./markdown-table";

/** A row of a sheet: its number there, from 1, and its cells from column A on. */
export type SheetRow = { number: number; cells: string[] };

/** Of so few rows the table is headed by the letters of its columns; of more by its own first row. */
const fewRows = 30;
export const mostColumns = 256;

/**
 * Rows as a Markdown table in which a cell can be found by its name: the first column is the row's number,
 * the others begin with column A. `isCut` where it has more columns than 256 or more text than that.
 */
export function writeSheet(
  rows: readonly SheetRow[],
  maxCharacters: number,
): { markdown: string; isCut: boolean } {
  const width = Math.min(
    mostColumns,
    rows.reduce((most, { cells }) => Math.max(most, cells.length), 0),
  );
  let room = maxCharacters;
  const end = rows.findIndex(({ cells }) => {
    room -= cells.slice(0, width).reduce((sum, cell) => sum + cell.length, 10 + 3 * width);
    return room < 0;
  });
  const kept = end === -1 ? rows : rows.slice(0, end);
  const lines = kept.map(({ number, cells }) => [String(number), ...cells.slice(0, width)]);
  const isCut = end !== -1 || rows.some(({ cells }) => cells.length > width);
  const [first, ...others] = lines;
  if (first === undefined) return { markdown: "", isCut };
  const letters = ["", ...Array.from({ length: width }, (_empty, index) => toLetters(index))];
  return { markdown: lines.length <= fewRows ? toTable(letters, lines) : toTable(first, others), isCut };
}

/** 0 is `A`, 26 is `AA`. */
function toLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${toLetters(Math.floor(index / 26) - 1)}${letter}`;
}
