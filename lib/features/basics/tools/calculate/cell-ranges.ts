import { AppError } from "@/lib/errors";

/**
 * What stands in cells of a person's file, without empty ones; an empty name is the only file there is.
 * `null` where there is no such file or sheet.
 */
export type FindCells<CONTEXT> = (file: string, range: string, context: CONTEXT) => Promise<string[] | null>;

/** `Sheet1!B2:B40`, `'Fees 2026'!B2`; where a file is named also `B2:B40`. */
const withSheet =
  /(?<![\p{L}\p{N}_.'!$])(?:'[^'\n]{1,100}'|[\p{L}\p{N}_][\p{L}\p{N}_.]{0,99})!\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?(?![\p{L}\p{N}_(!])/gu;
const withoutSheet =
  /(?<![\p{L}\p{N}_.'!$])\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?(?![\p{L}\p{N}_(!])/gu;
const mostCells = 20_000;

/** Numbers under the names that stand for their ranges in the expression. */
export type NamedCells = {
  expression: string;
  values: ReadonlyMap<string, readonly string[]>;
  ranges: ReadonlyMap<string, string>;
  /** Cells that hold no number, which every function leaves out as spreadsheets do. */
  skipped: number;
};

/** Throws `invalid_request` for cells that are not there. */
export async function loadCells(
  expression: string,
  { isFileNamed, find }: { isFileNamed: boolean; find: (range: string) => Promise<string[] | null> },
): Promise<NamedCells> {
  const values = new Map<string, string[]>();
  const ranges = new Map<string, string>();
  let skipped = 0;
  const named = [...expression.matchAll(withSheet)].length > 0 || !isFileNamed ? withSheet : withoutSheet;
  for (const [range] of expression.matchAll(named)) {
    if ([...ranges.values()].includes(range)) continue;
    const cells = await find(range);
    if (cells === null)
      throw refuse(`there are no cells ${range}; name the file and the sheet as they are listed`);
    if (cells.length > mostCells) throw refuse(`expected at most ${mostCells} cells, got ${cells.length}`);
    const numbers = cells.filter((cell) => /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i.test(cell));
    skipped += cells.length - numbers.length;
    const name = `cells_${ranges.size + 1}`;
    ranges.set(name, range);
    values.set(name, numbers);
  }
  const names = new Map([...ranges].map(([name, range]) => [range, name]));
  return {
    expression: expression.replace(named, (range) => names.get(range) ?? range),
    values,
    ranges,
    skipped,
  };
}

/** The expression as it was, for people. */
export function writeRanges(expression: string, { ranges }: NamedCells): string {
  return expression.replace(/\bcells_\d{1,3}\b/g, (name) => ranges.get(name) ?? name);
}

function refuse(problem: string): AppError {
  return new AppError("invalid_request", `expression: ${problem}.`);
}
