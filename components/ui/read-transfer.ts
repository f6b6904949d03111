/** What is pasted or dropped. */
export type Transfer = { getData: (type: string) => string; files: ArrayLike<File> };
type Parse = (html: string) => Document;

const parseHere: Parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** Longer ones come as the plain text that stands beside them. */
const mostHtml = 1_000_000;

/**
 * The files that somebody means. Office programs put a picture of the copied words beside them: it is none of
 * these. A file manager puts names or paths beside files, a browser the picture's place in its page.
 */
export function listFiles(data: Transfer, parse = parseHere): File[] {
  const all = Array.from(data.files);
  if (!all.every(({ type }) => type.startsWith("image/"))) return all;
  const body = parse(data.getData("text/html").slice(0, mostHtml)).body;
  if (toWords(body) !== "") return [];
  const text = toShown(data.getData("text/plain")).trim();
  const isAlone = text === "" || body.querySelector("img") !== null;
  return isAlone || listNames(text).every((name) => isNameOf(all, name)) ? all : [];
}

/** What is pasted in place of the plain text: a table that is all there is, or words that stand alone. */
export function findWords(data: Transfer, parse = parseHere): string | null {
  const html = data.getData("text/html");
  if (html === "" || html.length > mostHtml) return null;
  const { body } = parse(html);
  return toTable(body) ?? ((data.getData("text/plain") === "" && toLines(body)) || null);
}

function toTable(body: HTMLElement): string | null {
  const [table, another] = body.querySelectorAll("table");
  if (table === undefined || another !== undefined || toWords(body) !== toWords(table)) return null;
  // Below a cell over several rows the others would stand in the wrong columns.
  if (table.querySelector("[rowspan]:not([rowspan='1'])") !== null) return null;
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children].flatMap(toCells));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (rows.length < 2 || width < 2 || width > mostColumns) return null;
  const lines = rows.map((row) => toLine(Array.from({ length: width }, (_, at) => row[at] ?? "")));
  return [lines[0], toLine(Array.from({ length: width }, () => "---")), ...lines.slice(1)].join("\n");
}

const mostColumns = 200;

function toCells(cell: Element): string[] {
  const span = Math.min(Number(cell.getAttribute("colspan") ?? 1) || 1, mostColumns);
  const text = toWords(cell).replace(/[\\|]/g, String.raw`\$&`);
  return [text, ...Array.from({ length: span - 1 }, () => "")];
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function toWords(element: Element): string {
  return toLines(element).replaceAll("\n", " ");
}

/** What a reader sees of it. */
function toLines(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll("style, script, title")) unseen.remove();
  for (const block of copy.querySelectorAll("br, p, div, li, tr, td, th, h1, h2, h3, h4, h5, h6, pre")) {
    block.before("\n");
    block.after("\n");
  }
  const lines = toShown(copy.textContent ?? "").split("\n");
  return lines
    .map((line) => line.split(/\s+/).filter(Boolean).join(" "))
    .filter(Boolean)
    .join("\n");
}

/** Without the characters that stand for a picture. */
function toShown(text: string): string {
  return text.replaceAll("\uFFFC", "");
}

/** The last part of each line: of a path or an address the name. */
function listNames(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return lines.map((line) => decode(line.trim().split(/[\\/]/).at(-1) ?? ""));
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A file manager may hide the ending. */
function isNameOf(files: readonly File[], name: string): boolean {
  return files.some((file) => file.name === name || file.name.startsWith(`${name}.`));
}
