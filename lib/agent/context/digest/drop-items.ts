import { estimateTokens } from "@/lib/agent/tokens";
import { cutText } from "./cut-text";
import { parseResult, shortenHeader, writeBlocks, type ResultBlock } from "./result-blocks";

/**
 * A result of several items (pages, search results, entries of a list, paragraphs) in at most `maxTokens`, without those that rank lowest:
 * whole ones from the end, and a line that says how many. Only when not even one fits, its text is cut behind a sentence.
 */
export function dropItems(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const pieces = listPieces(text.toWellFormed());
  const items = pieces.filter(({ isItem }) => isItem).length;
  // What fits grows with the number that is kept: found in halves.
  let [low, high] = [0, items - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(writeFirst(pieces, middle, items)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return low > 0 ? writeFirst(pieces, low, items) : cutFirst(pieces, items, maxTokens);
}

/** What is no item stands before, between or behind them, and stays. */
type Piece = {
  block: ResultBlock;
  isItem: boolean;
  /** What parts it from the piece before, in a text without pages. */ separator: string | null;
};

function listPieces(text: string): Piece[] {
  const blocks = parseResult(text);
  if (blocks.every(({ kind }) => kind === "plain")) return splitPlain(text);
  return blocks.map((block) => ({ block, isItem: block.kind !== "plain", separator: null }));
}

const listEntry = /^(?:[-*•]|\d{1,4}[.)、])\s/;

/** A text without pages: the entries of its list where it has one, else its paragraphs. */
function splitPlain(text: string): Piece[] {
  const lines = text.split("\n");
  const isList = lines.filter((line) => listEntry.test(line)).length > 1;
  const groups: { lines: string[]; isItem: boolean }[] = [];
  for (const [at, line] of lines.entries()) {
    const isItem = !isList || listEntry.test(line);
    const startsAnew = isList ? isItem : at > 0 && lines[at - 1]?.trim() === "";
    const last = groups.at(-1);
    if (last === undefined || startsAnew) groups.push({ lines: [line], isItem });
    else last.lines.push(line);
  }
  const pieces = groups
    .map((group) => ({ body: group.lines.join("\n").trimEnd(), isItem: group.isItem }))
    .filter(({ body }) => body.trim() !== "");
  return pieces.map(({ body, isItem }) => ({
    block: { kind: "plain", body },
    isItem,
    separator: isList ? "\n" : "\n\n",
  }));
}

function writeFirst(pieces: readonly Piece[], count: number, items: number): string {
  let left = count;
  const kept = pieces.filter(({ isItem }) => !isItem || left-- > 0);
  return writePieces(kept, items - count, items);
}

function writePieces(pieces: readonly Piece[], dropped: number, items: number): string {
  const separator = pieces[0]?.separator ?? null;
  const blocks = pieces.map(({ block }) => block);
  const text = separator === null ? writeBlocks(blocks) : blocks.map(({ body }) => body).join(separator);
  return dropped === 0 ? text : `${text}\n(${dropped} of ${items} items left out.)`;
}

/** The first item with as much of its text as there is room for; a page never loses its marks. */
function cutFirst(pieces: readonly Piece[], items: number, maxTokens: number): string {
  const first = pieces.find(({ isItem }) => isItem);
  if (first === undefined) return "";
  const write = (block: ResultBlock) => writePieces([{ ...first, block }], items - 1, items);
  const fits = (block: ResultBlock) => estimateTokens(write(block)) <= maxTokens;
  const bare: ResultBlock =
    first.block.kind === "page" ? { ...first.block, body: "", tail: "" } : { ...first.block, body: "" };
  const header =
    shortenHeader(bare, (block) => estimateTokens(write(block)) <= maxTokens / 2) ??
    shortenHeader(bare, fits);
  if (header === null) return first.block.kind === "plain" ? cutText(first.block.body, maxTokens) : "";
  const cut: ResultBlock = {
    ...header,
    body: cutText(first.block.body, maxTokens - estimateTokens(write(header))),
  };
  return fits(cut) ? (cut.body === "" && cut.kind === "plain" ? "" : write(cut)) : write(header);
}
