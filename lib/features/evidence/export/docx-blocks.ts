import type { IParagraphOptions, Paragraph, ParagraphChild, Table, TextRun } from "docx";
import MarkdownIt, { type Token } from "markdown-it";
import { codeFont, toRuns, toSlug, toXmlText, type Anchors, type Docx } from "./docx-runs";
import { showAddresses } from "./shown-addresses";

export type Block = Paragraph | Table;
/** The lists that are numbered, by the number that they begin with. */
export type Starts = Set<number>;

const markdown = showAddresses(new MarkdownIt({ html: false, linkify: true }));
/** Word knows nine levels. */
const deepest = 8;
const indentTwips = 480;
export const toNumbering = (start: number): string => `numbers-${start}`;

type DocxList = { start: number | null; instance: number; isFresh: boolean };
type DocxCell = { children: ParagraphChild[]; style: string };
type BlockWalk = {
  docx: Docx;
  anchors: Anchors;
  blocks: Block[];
  lists: DocxList[];
  quotes: number;
  rows: DocxCell[][];
  starts: Starts;
};

export const parseMarkdown = (text: string): Token[] => markdown.parse(text, {});

/** The headings of a text under the names that its links have for them. */
export function listHeadings(tokens: readonly Token[], turn: number): Map<string, string> {
  const headings = tokens.filter((_token, at) => tokens[at - 1]?.type === "heading_open");
  const names = headings.map(({ content }, at) => [toSlug(content), `heading_${turn}_${at + 1}`] as const);
  // The first of two with one name is the one that is meant.
  return new Map(names.toReversed());
}

/** Markdown as what a document is made of. `starts` collects the lists that need a numbering. */
export function toBlocks(
  docx: Docx,
  tokens: readonly Token[],
  { anchors, starts, quotes = 0 }: { anchors: Anchors; starts: Starts; quotes?: number },
): Block[] {
  const walk: BlockWalk = { docx, anchors, blocks: [], lists: [], quotes, rows: [], starts };
  tokens.forEach((token, at) => acts[token.type]?.(walk, token, tokens[at - 1]));
  return walk.blocks;
}

type WriteBlock = (walk: BlockWalk, token: Token, before: Token | undefined) => void;

const acts: Record<string, WriteBlock> = {
  inline: addText,
  fence: addCode,
  code_block: addCode,
  hr: ({ docx, blocks }) => void blocks.push(new docx.Paragraph({ thematicBreak: true })),
  blockquote_open: (walk) => void (walk.quotes += 1),
  blockquote_close: (walk) => void (walk.quotes -= 1),
  bullet_list_open: (walk, { map }) => openList(walk, null, map),
  ordered_list_open: (walk, token) => openList(walk, Number(token.attrGet("start") ?? 1), token.map),
  bullet_list_close: ({ lists }) => void lists.pop(),
  ordered_list_close: ({ lists }) => void lists.pop(),
  list_item_open: ({ lists }) => lists.at(-1) && Object.assign(lists.at(-1) ?? {}, { isFresh: true }),
  table_open: (walk) => void (walk.rows = []),
  tr_open: ({ rows }) => void rows.push([]),
  table_close: addTable,
};

/** More lines than an answer has. */
const linesOfTurn = 1_000_000;

/** Each list counts for itself: its line in the text tells it from others. */
function openList({ lists, starts, anchors }: BlockWalk, start: number | null, map: Token["map"]): void {
  if (start !== null) starts.add(start);
  lists.push({ start, instance: anchors.turn * linesOfTurn + (map?.[0] ?? 0), isFresh: true });
}

const levels = ["Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6"];

function addText(walk: BlockWalk, { children, content }: Token, before: Token | undefined): void {
  const { docx, anchors, blocks, rows } = walk;
  const runs = toRuns(docx, children ?? [], anchors);
  if (before?.type === "th_open" || before?.type === "td_open")
    return void rows.at(-1)?.push({ children: runs, style: String(before.attrGet("style") ?? "") });
  if (before?.type !== "heading_open")
    return void blocks.push(new docx.Paragraph({ ...toPlace(walk), children: runs }));
  const id = anchors.headings.get(toSlug(content)) ?? "";
  const style = levels[Number(before.tag.slice(1)) - 1] ?? "Heading6";
  blocks.push(new docx.Paragraph({ style, children: [new docx.Bookmark({ id, children: runs })] }));
}

/** The first paragraph of an item has its sign; the others stand below it. */
function toPlace({ lists, quotes }: BlockWalk): IParagraphOptions {
  const level = Math.min(deepest, lists.length - 1);
  const list = lists.at(-1);
  const isFirst = list?.isFresh === true;
  if (list !== undefined) list.isFresh = false;
  const style = quotes > 0 ? { style: "Quote" } : {};
  if (list === undefined)
    return quotes > 0 ? { ...style, indent: { left: Math.min(deepest, quotes) * indentTwips } } : {};
  if (!isFirst) return { ...style, indent: { left: (level + 1) * indentTwips } };
  if (list.start === null) return { ...style, bullet: { level } };
  return { ...style, numbering: { reference: toNumbering(list.start), level, instance: list.instance } };
}

function addCode(walk: BlockWalk, { content }: Token): void {
  const { docx, blocks } = walk;
  const lines = content.replace(/\n$/, "").split("\n");
  const children = lines.map((line, at): TextRun => {
    const text = toXmlText(line.replaceAll("\t", "    "));
    return new docx.TextRun({ text, font: codeFont, ...(at > 0 && { break: 1 }) });
  });
  const { indent } = walk.lists.length > 0 ? { indent: { left: walk.lists.length * indentTwips } } : {};
  blocks.push(new docx.Paragraph({ style: "Code", children, ...(indent && { indent }) }));
}

function addTable({ docx, blocks, rows }: BlockWalk): void {
  const made = rows.map(
    (cells, at) =>
      new docx.TableRow({
        ...(at === 0 && { tableHeader: true }),
        children: cells.map((cell) => toCell(docx, cell, at)),
      }),
  );
  if (made.length === 0) return;
  const width = { size: 100, type: docx.WidthType.PERCENTAGE };
  blocks.push(new docx.Table({ rows: made, width }), new docx.Paragraph({}));
}

function toCell(docx: Docx, { children, style }: DocxCell, row: number) {
  const alignment = style.includes("right")
    ? docx.AlignmentType.RIGHT
    : style.includes("center")
      ? docx.AlignmentType.CENTER
      : docx.AlignmentType.LEFT;
  const shading = row === 0 ? { shading: { fill: "F1EFE9" } } : {};
  return new docx.TableCell({ ...shading, children: [new docx.Paragraph({ alignment, children })] });
}
