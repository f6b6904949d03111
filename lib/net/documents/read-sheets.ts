import { read, SSF, utils, type CellObject, type WorkBook } from "@e965/xlsx";
import { AppError } from "@/lib/errors";
import { isTextPart, openArchive } from "./archive";
import type { FileBody } from "./document";
import { mostColumns, writeSheet, type SheetRow } from "./sheet-table";

/**
 * A spreadsheet's sheets as tables, each under a heading of its name, with the comments on its cells; hidden
 * ones are only named.
 */
export function readSheets(bytes: Uint8Array, maxCharacters: number): FileBody {
  const book = open(openArchive(bytes).rebuild(isTextPart, (_name, read) => ({ text: keepNumbers(read()) })));
  const isHidden = (name: string) => Boolean(book.Workbook?.Sheets?.[book.SheetNames.indexOf(name)]?.Hidden);
  const seen = book.SheetNames.filter((name) => !isHidden(name));
  const hidden = book.SheetNames.filter(isHidden).map(toLine);
  let room = maxCharacters;
  let isCut = false;
  const parts = seen.map((name) => {
    const sheet = writeSheet(listRows(book, name), room);
    room -= sheet.markdown.length;
    isCut ||= sheet.isCut;
    const below = listComments(book, name);
    return [`## ${toLine(name)}`, sheet.markdown, ...below].filter((block) => block !== "").join("\n\n");
  });
  if (hidden.length > 0)
    parts.push([parts.pop() ?? "", `Hidden sheets (not read): ${hidden.join(", ")}`].join("\n\n").trim());
  const { Title: title, Author: author, CreatedDate: created } = book.Props ?? {};
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(created instanceof Date && !Number.isNaN(created.getTime()) && { date: created.toISOString() }),
    ...{ parts, isPaged: true, isCut, blank: [] },
  };
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Numbers of more digits than a number of JavaScript holds are text: cards, accounts, identifiers. */
function keepNumbers(xml: string): string {
  return xml
    .replace(
      /<((?:\w+:)?c)((?:\s+(?!t=)[\w:]+="[^"]*"|\s+t="n")*)\s*>\s*(<(?:\w+:)?v>\s*-?\d{16,}\s*<)/g,
      (_cell, tag: string, about: string, value: string) =>
        `<${tag}${about.replace(/\st="n"/, "")} t="str">${value}`,
    )
    .replace(
      /office:value-type="float"([^<>]{0,500}?)office:value="(-?\d{16,})"/g,
      'office:value-type="string"$1office:string-value="$2"',
    );
}

const mostComments = 1_000;

function listComments(book: WorkBook, name: string): string[] {
  // Rows and columns that are not there are not walked.
  const comments = Object.entries(book.Sheets[name]?.["!data"] ?? []).flatMap(([line, row]) =>
    Object.entries(row).flatMap(([column, cell]) =>
      (cell.c ?? []).map(({ a: author, t: text = "" }) => ({
        place: utils.encode_cell({ r: Number(line), c: Number(column) }),
        author,
        text,
      })),
    ),
  );
  return comments
    .slice(0, mostComments)
    .map(
      ({ place, author, text }) =>
        `> Comment on ${place}${author ? ` by ${toLine(author)}` : ""}: ${toLine(text)}`,
    );
}

function open(bytes: Uint8Array): WorkBook {
  try {
    const options = { dense: true, cellNF: true, cellFormula: true, cellHTML: false, cellText: false };
    return read(bytes, { type: "array", ...options });
  } catch (cause) {
    throw new AppError("page_unavailable", "The spreadsheet is broken.", { cause });
  }
}

/**
 * What a sheet says of its size is not believed: rows and cells that are not there cost nothing. Of cells
 * beyond those that are kept one stands for all.
 */
function listRows(book: WorkBook, name: string): SheetRow[] {
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  return Object.entries(book.Sheets[name]?.["!data"] ?? []).flatMap(([index, row]) => {
    const cells: string[] = [];
    for (const [place, cell] of Object.entries(row)) {
      const text = toText(cell, isFrom1904);
      if (text !== "") cells[Math.min(mostColumns, Number(place))] = text;
    }
    // The library and the line above leave holes.
    return cells.length === 0
      ? []
      : [{ number: Number(index) + 1, cells: Array.from(cells, (cell) => cell ?? "") }];
  });
}

/** Numbers as they are and not as they are shown, dates in ISO 8601; a formula where it has no value. */
function toText(cell: CellObject, isFrom1904: boolean): string {
  const { t: type, v: value, z: format, f: formula } = cell;
  if (typeof value === "number" && type === "n")
    return isDate(String(format ?? "General"))
      ? toIsoDate(value, isFrom1904)
      : String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return value;
  if (type === "e" && value !== undefined) return errorNames.get(Number(value)) ?? "#ERROR!";
  return formula === undefined ? "" : `=${formula}`;
}

const dateFormats = new Map<string, boolean>();

/** Looking through a format takes longer than all else; a file has few of them. */
function isDate(format: string): boolean {
  const known = dateFormats.get(format);
  if (known !== undefined) return known;
  if (dateFormats.size > 1_000) dateFormats.clear();
  const found = SSF.is_date(format);
  dateFormats.set(format, found);
  return found;
}

/** As files name them (ECMA-376, 18.18.11, and the codes of the older format). */
const errorNames = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
]);

function toIsoDate(value: number, isFrom1904: boolean): string {
  // The package's types do not tell that there may be no date.
  const found = SSF.parse_date_code(value, { date1904: isFrom1904 }) as SheetDate | null;
  if (found === null) return String(value);
  const day = [pad(found.y, 4), pad(found.m), pad(found.d)].join("-");
  const time = [pad(found.H), pad(found.M), pad(Math.floor(found.S))].join(":");
  if (value >= 0 && value < 1) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

type SheetDate = { y: number; m: number; d: number; H: number; M: number; S: number };

function pad(value: number, length = 2): string {
  return String(value).padStart(length, "0");
}
