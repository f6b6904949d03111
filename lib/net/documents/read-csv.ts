import { parse } from "csv-parse/sync";
import type { Draft } from "./document";
import { toTable } from "./markdown-table";

/** As a Markdown table; the first row is the head. What cannot be read as a table stays as it came. */
export function readCsv(text: string, maxCharacters: number): Draft {
  const rows = parseRows(text);
  const [head, ...body] = rows ?? [];
  if (head === undefined || (head.length < 2 && body.every((row) => row.length < 2)))
    return { markdown: text.trim(), isCut: false };
  const fitting = countFitting(body, maxCharacters);
  return { markdown: toTable(head, body.slice(0, fitting)), isCut: fitting < body.length };
}

/** Without empty lines; `null` where it is not a table at all. */
export function parseRows(text: string): string[][] | null {
  try {
    // Ragged rows and stray quotes are what tables on the web are like.
    const options = {
      delimiter: guessDelimiter(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    };
    return parse(text, options);
  } catch {
    return null;
  }
}

/** The sign that parts the first lines into equally many, and most, cells. Quoted text does not count. */
function guessDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  const scores = [",", ";", "\t", "|"].map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const alike = counts.filter((count) => count === usual).length / Math.max(counts.length, 1);
    return { sign, score: usual === 0 ? 0 : alike * 100 + Math.min(usual, 50) };
  });
  return scores.toSorted((a, b) => b.score - a.score)[0]?.sign ?? ",";
}

/** So many rows, whole, fit. */
function countFitting(rows: string[][], maxCharacters: number): number {
  let room = maxCharacters;
  const end = rows.findIndex((row) => {
    room -= row.reduce((sum, cell) => sum + cell.length + 3, 2);
    return room < 0;
  });
  return end === -1 ? rows.length : end;
}
