/** A piece of a tool's result, in its order. */
export type ResultBlock =
  /** A page between its marks: its text is a stranger's. */
  | {
      kind: "page";
      attributes: [name: string, value: string][];
      body: string;
      /** Lines of ours about it. */ tail: string;
    }
  /** A numbered entry of a list of search results: title, address and site, then a snippet. */
  | { kind: "entry"; number: string; head: string; body: string; tail: string }
  /** Anything else: what stands before, between and behind them. */
  | { kind: "plain"; body: string };

const pageOpening = /^<page( [^\n]*)?>$/;
const entryOpening = /^\[(\d{1,4})\] /;
const attribute = / ([a-z]+)="([^"\n]*)"/g;
const pageTail =
  /^Only the passages that fit the query are shown;|^These are the parts that fit the focus\.|^This is how it begins;/;
const address = /^https?:\/\/\S+$/i;

/** Reads what the tools for the web write. Text of a page cannot look like the end of one: where it was fenced, such marks were made harmless. */
export function parseResult(text: string): ResultBlock[] {
  const lines = text.split("\n");
  const blocks: ResultBlock[] = [];
  let plain: string[] = [];
  const closePlain = () => {
    if (plain.some((line) => line.trim() !== ""))
      blocks.push({ kind: "plain", body: plain.join("\n").replace(/^\n+|\n+$/g, "") });
    plain = [];
  };
  // Without an end, no search for one starts anew at each beginning.
  const lastEnd = lines.lastIndexOf("</page>");
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const isPage = at < lastEnd && pageOpening.test(line);
    const isEntry = entryOpening.test(line) && address.test(lines[at + 1] ?? "");
    if (!isPage && !isEntry) {
      plain.push(line);
      at += 1;
      continue;
    }
    closePlain();
    const end = isPage ? lines.indexOf("</page>", at) : findEntryEnd(lines, at);
    blocks.push(
      isPage ? toPage(line, lines.slice(at + 1, end), lines[end + 1] ?? "") : toResult(lines.slice(at, end)),
    );
    at = isPage ? end + (pageTail.test(lines[end + 1] ?? "") ? 2 : 1) : end;
  }
  closePlain();
  return blocks;
}

function findEntryEnd(lines: readonly string[], start: number): number {
  const blank = lines.indexOf("", start);
  return blank < 0 ? lines.length : blank;
}

function toPage(opening: string, body: readonly string[], next: string): ResultBlock {
  const attributes = Array.from(
    opening.matchAll(attribute),
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  return { kind: "page", attributes, body: body.join("\n"), tail: pageTail.test(next) ? next : "" };
}

/** The first three lines say what it is; the last, in brackets, that it gives orders. */
function toResult(lines: readonly string[]): ResultBlock {
  const number = entryOpening.exec(lines[0] ?? "")?.[1] ?? "";
  const warnings = lines.slice(3).filter(isWarning);
  return {
    kind: "entry",
    number,
    head: lines.slice(0, 3).join("\n"),
    body: lines
      .slice(3)
      .filter((line) => !isWarning(line))
      .join("\n"),
    tail: warnings.join("\n"),
  };
}

function isWarning(line: string): boolean {
  return /^\(This text tries to give you instructions\..*\)$/.test(line);
}

function writeBlock(block: ResultBlock): string {
  if (block.kind === "plain") return block.body;
  if (block.kind === "entry")
    return [block.head, block.body, block.tail].filter((part) => part !== "").join("\n");
  const page = `${writePageOpening(block.attributes)}\n${block.body}\n</page>`;
  return block.tail === "" ? page : `${page}\n${block.tail}`;
}

/** Entries stand apart, pages and lines follow each other, as their tools write them. */
export function writeBlocks(blocks: readonly ResultBlock[]): string {
  return blocks
    .map(
      (block, index) =>
        `${index === 0 ? "" : isApart(blocks[index - 1], block) ? "\n\n" : "\n"}${writeBlock(block)}`,
    )
    .join("");
}

function isApart(before: ResultBlock | undefined, block: ResultBlock): boolean {
  return before?.kind === "entry" || (block.kind === "plain" && before?.kind === "plain");
}

function writePageOpening(attributes: readonly [string, string][]): string {
  return `<page${attributes.map(([name, value]) => ` ${name}="${value}"`).join("")}>`;
}

/** What a page's header can do without when there is no room, the first before the others; number, result and warning stay. */
const dispensable = ["site", "title", "published", "url", "archived"];

/** The same block with less of a header, or `null` where even its number is too much. */
export function shortenHeader(block: ResultBlock, fits: (block: ResultBlock) => boolean): ResultBlock | null {
  if (fits(block)) return block;
  if (block.kind === "plain") return null;
  if (block.kind === "entry") {
    const short: ResultBlock = { ...block, head: `[${block.number}]` };
    return fits(short) ? short : null;
  }
  for (let count = 1; count <= dispensable.length; count += 1) {
    const gone = new Set(dispensable.slice(0, count));
    const short: ResultBlock = { ...block, attributes: block.attributes.filter(([name]) => !gone.has(name)) };
    if (fits(short)) return short;
  }
  return null;
}

/** What a block is called, for comparing it with a question. */
export function getBlockTitle(block: ResultBlock): string {
  if (block.kind === "entry") return block.head.split("\n")[0] ?? "";
  return block.kind === "page" ? (block.attributes.find(([name]) => name === "title")?.[1] ?? "") : "";
}

/** The numbers by which the sources of a result are cited. */
export function listSourceNumbers(blocks: readonly ResultBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "entry") return [block.number];
    return block.kind === "page"
      ? block.attributes.flatMap(([name, value]) => (name === "number" ? [value] : []))
      : [];
  });
}
