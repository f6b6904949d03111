import type { FileKind } from "@/lib/features/documents/shape/documents";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";
import type { LibraryReader } from "./library";
import type { Scope } from "./scope";

/** The corners of a range, from 0; `sheet` is empty for the first one. */
type CellRange = { sheet: string; left: number; top: number; right: number; bottom: number };

/** Cells of a document in scope; without a name, of the only spreadsheet sent. `null`: there is none. */
export async function findCells(
  library: Pick<LibraryReader, "findText">,
  { scopes, file, range }: { scopes: readonly Scope[]; file: string; range: string },
): Promise<string[] | null> {
  const name = file === "" ? findOnlySheet(scopes) : file;
  const found = name === null ? null : await library.findText(scopes, name);
  return found === null ? null : findSheetCells(found.text, range);
}

const sheetKinds: ReadonlySet<FileKind | null> = new Set(["xlsx", "ods", "csv"]);

function findOnlySheet(scopes: readonly Scope[]): string | null {
  const sheets = scopes.flatMap((scope) =>
    scope.kind === "file" && sheetKinds.has(guessKind(scope.name)) ? [scope.documentId] : [],
  );
  return sheets.length === 1 ? (sheets[0] ?? null) : null;
}

/**
 * What stands in the cells of a spreadsheet or CSV file, in the text that was made of it when it was read:
 * `Sheet1!B2:B40`, `'Fees 2026'!B2`, or `B2:B40` for the first sheet. Row by row, without empty cells. `null`
 * where the range cannot be read, or no such sheet is there.
 */
export function findSheetCells(text: string, range: string): string[] | null {
  const wanted = parseRange(range);
  if (wanted === null) return null;
  const tables = listTables(text);
  const table = tables.find(({ sheet }) => wanted.sheet === "" || toKey(sheet) === wanted.sheet);
  return table?.rows.flatMap((row) => readRow(row, wanted)) ?? null;
}

/** Lines of a table never begin like a heading, nor headings like a table. */
function listTables(text: string): { sheet: string; rows: string[] }[] {
  const tables: { sheet: string; rows: string[] }[] = [];
  for (const line of text.split("\n")) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) tables.push({ sheet: heading, rows: [] });
    if (!line.startsWith("|")) continue;
    const table = tables.at(-1);
    if (table === undefined) tables.push({ sheet: "", rows: [line] });
    else table.rows.push(line);
  }
  return tables;
}

function parseRange(range: string): CellRange | null {
  const pattern =
    /^(?:(?:'([^']{1,100})'|([^'!]{1,100}))!)?([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/i;
  const found = pattern.exec(range.replaceAll("$", "").trim());
  if (found === null) return null;
  const [, quoted, plain, left = "", top = "", right = left, bottom = top] = found;
  const columns = [toColumn(left), toColumn(right)];
  const rows = [Number(top), Number(bottom)];
  return {
    sheet: toKey(quoted ?? plain ?? ""),
    ...{ left: Math.min(...columns), right: Math.max(...columns) },
    ...{ top: Math.min(...rows), bottom: Math.max(...rows) },
  };
}

/** `A` is 0, `AA` is 26. */
function toColumn(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function toKey(name: string): string {
  return name.replace(/\s+/g, " ").trim().toLowerCase();
}

/** The first column of a table is the row's number; the line under its head has none. */
function readRow(line: string, { left, top, right, bottom }: CellRange): string[] {
  const number = Number(/^\| (\d{1,7}) \|/.exec(line)?.[1] ?? Number.NaN);
  if (!(number >= top && number <= bottom)) return [];
  const [, , ...cells] = line.split(/(?<!\\)\|/);
  return cells
    .slice(left, right + 1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))
    .filter((cell) => cell !== "");
}
