import type { OfficeContentNode, OfficeParserAST } from "officeparser";
import { toTable } from "./markdown-table";

/** What stands below a section: its notes and comments. `count`: of the notes so far. */
type MarkdownWriter = { file: OfficeParserAST; below: string[]; count: number };

/** The Markdown of each slide, or of the whole text. */
export function writeOffice(file: OfficeParserAST): string[] {
  const writer = { file, below: [], count: 0 };
  const slides = file.content.filter((node) => node.type === "slide");
  if (file.type === "pptx" || file.type === "odp") {
    const parts: string[] = [];
    for (const [index, slide] of slides.entries()) {
      const { slideNumber = index + 1 } = slide.metadata ?? {};
      parts[Math.min(10_000, slideNumber) - 1] = writeSlide(slide, writer);
    }
    // The library leaves hidden slides out, and keeps the numbers of the others.
    return Array.from(parts, (part) => part ?? "");
  }
  return [join([...writeBlocks(file.content, writer), ...takeBelow(writer), ...writeMargins(writer)])];
}

function writeSlide(slide: OfficeContentNode, writer: MarkdownWriter): string {
  const all = slide.children ?? [];
  const title = all.find(({ type }) => type === "heading");
  const blocks = writeBlocks(
    all.filter((node) => node !== title && node.type !== "note"),
    writer,
  );
  const notes = [...(slide.notes ?? []), ...all.filter(({ type }) => type === "note")];
  const spoken = notes.flatMap((note) => writeBlocks(note.children ?? [], writer));
  writer.below.push(...writeComments(slide, writer));
  const number = slide.type === "slide" ? slide.metadata?.slideNumber : undefined;
  const name = title === undefined ? "" : toLine(writeInline(title, writer));
  const below = takeBelow(writer);
  if (name === "" && blocks.length + spoken.length + below.length === 0) return "";
  const said = spoken.length === 0 ? [] : ["### Notes", ...spoken];
  return join([`## Slide ${number ?? ""}${name && `: ${name}`}`, ...blocks, ...said, ...below]);
}

function writeMargins({ file, ...writer }: MarkdownWriter): string[] {
  const { headers = [], footers = [] } = file.auxiliary ?? {};
  const write = (nodes: readonly OfficeContentNode[], name: string) =>
    nodes
      .map((node) => toLine(writeInline(node, { file, ...writer })))
      .flatMap((text) => (text ? [`${name}: ${text}`] : []));
  return [...new Set([...write(headers, "Page header"), ...write(footers, "Page footer")])];
}

/** Items of a list stand in lines below each other, all else in blocks. */
function writeBlocks(nodes: readonly OfficeContentNode[], writer: MarkdownWriter): string[] {
  const blocks: string[] = [];
  let isInList = false;
  for (const node of nodes) {
    const isItem = node.type === "list";
    if (node.type === "heading") blocks.push(...takeBelow(writer));
    const written = isItem ? [writeItem(node, writer)] : writeBlock(node, writer);
    writer.below.push(...(node.type === "text" ? [] : writeComments(node, writer)));
    if (isItem && isInList) blocks.push(`${blocks.pop() ?? ""}\n${written.join("\n")}`);
    else blocks.push(...written);
    if (written.length > 0) isInList = isItem;
  }
  return blocks.filter((block) => block.trim() !== "");
}

function writeBlock(node: OfficeContentNode, writer: MarkdownWriter): string[] {
  switch (node.type) {
    case "heading": {
      const text = toLine(writeInline(node, writer));
      return text === "" ? [] : [`${"#".repeat(Math.min(6, node.metadata?.level ?? 1))} ${text}`];
    }
    case "table":
      return writeTable(node, writer);
    case "chart":
      return writeChart(
        writer.file.attachments.find(({ name }) => name === node.metadata?.attachmentName)?.chartData,
        node,
      );
    case "code":
      return [
        node.metadata?.math === undefined ? `\`\`\`\n${node.text ?? ""}\n\`\`\`` : writeInline(node, writer),
      ];
    case "note":
      addNote(node, writer);
      return [];
    case "paragraph":
    case "text":
      return writeParagraph(node, writer);
    default:
      return node.children === undefined ? [] : writeBlocks(node.children, writer);
  }
}

/** Tables, charts and lists that stand inside of a paragraph follow it. */
function writeParagraph(node: OfficeContentNode, writer: MarkdownWriter): string[] {
  const inner = (node.children ?? []).filter(({ type }) =>
    ["table", "chart", "list", "paragraph"].includes(type),
  );
  return [writeInline(node, writer).trim(), ...writeBlocks(inner, writer)];
}

/** A number that Word shows stands in the text already; others are counted. */
function writeItem(node: OfficeContentNode & { type: "list" }, writer: MarkdownWriter): string {
  const lines = writeInline(node, writer).split("\n");
  const text = lines.flatMap((line) => line.trim() || []).join(" ");
  const { listType = "unordered", indentation = 0, itemIndex = 0 } = node.metadata ?? {};
  const isNumbered = listType === "ordered" && (writer.file.type === "docx" || /^\d{1,9}[.)]\s/.test(text));
  const mark =
    listType === "unordered" || (isNumbered && !/^\d{1,9}[.)]\s/.test(text))
      ? "- "
      : isNumbered
        ? ""
        : `${itemIndex + 1}. `;
  return `${"  ".repeat(Math.min(8, indentation))}${mark}${text}`;
}

function writeInline(node: OfficeContentNode, writer: MarkdownWriter): string {
  const own = node.children === undefined || node.children.length === 0 ? writeText(node) : "";
  const inner = (node.children ?? []).map((child) => {
    if (child.type === "note") return addNote(child, writer);
    return child.type === "table" || child.type === "chart" || child.type === "list"
      ? ""
      : writeInline(child, writer);
  });
  const isRow = node.type === "header" || node.type === "footer" || node.type === "comment";
  const notes = (node.notes ?? []).map((note) => addNote(note, writer)).join("");
  if (node.type === "text") writer.below.push(...writeComments(node, writer));
  return own + inner.join(isRow ? " " : "") + notes;
}

function writeText(node: OfficeContentNode): string {
  const text = node.text ?? "";
  if (node.type === "break") return "\n";
  if (node.type === "image" || node.type === "chart") return "";
  if (node.type === "code" && node.metadata?.math !== undefined) {
    const mark = node.metadata.math === "block" ? "$$" : "$";
    // The library writes the root of a single sign without braces.
    return mark + text.trim().replace(/\\sqrt([\p{L}\d])/gu, "\\sqrt{$1}") + mark;
  }
  return node.type === "text" ? writeRun(node, text) : text;
}

function writeRun(node: OfficeContentNode & { type: "text" }, text: string): string {
  const { link = "", linkType } = node.metadata ?? {};
  if (linkType === "external" && /^(?:https?|mailto):/i.test(link) && text.trim() !== "")
    return `[${text}](${link.replaceAll("(", "%28").replaceAll(")", "%29")})`;
  return node.formatting?.superscript === true ? raise(text) : text;
}

const raised = new Map(
  [..."0123456789+-n"].map((character, index) => [character, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"][index] ?? ""]),
);

/** A power stays one: 10⁶ and not 106. */
function raise(text: string): string {
  return /^[-0-9+n]+$/.test(text) ? [...text].map((character) => raised.get(character) ?? "").join("") : text;
}

/** The mark; the note itself follows at the end of the section. */
function addNote(note: OfficeContentNode, writer: MarkdownWriter): string {
  const mark = `[^${(writer.count += 1)}]`;
  const place = writer.below.push("") - 1;
  writer.below[place] = `${mark}: ${writeBlocks(note.children ?? [note], writer).join(" ")}`;
  return mark;
}

function writeComments({ comments = [] }: OfficeContentNode, writer: MarkdownWriter): string[] {
  return comments.flatMap((comment) => {
    const text = toLine(writeInline(comment, writer));
    const author = comment.type === "comment" ? comment.metadata?.author : undefined;
    return text === "" ? [] : [`> Comment${author ? ` by ${toLine(author)}` : ""}: ${text}`];
  });
}

function takeBelow({ below }: MarkdownWriter): string[] {
  return [...new Set(below.splice(0))];
}

/** A cell that spans rows is repeated in each. A table of one column is layout. */
function writeTable(table: OfficeContentNode, writer: MarkdownWriter): string[] {
  const grid: string[][] = [];
  const rows = (table.children ?? []).filter(({ type }) => type === "row");
  for (const [index, row] of rows.entries())
    for (const [place, cell] of (row.children ?? []).entries()) {
      if (cell.type !== "cell") continue;
      const text = writeBlocks(cell.children ?? [], writer).join("\n\n");
      const { row: top = index, col = place, rowSpan = 1 } = cell.metadata ?? {};
      for (let at = top; at < Math.min(rows.length, top + rowSpan); at += 1)
        (grid[at] ??= [])[Math.min(col, 1_000)] = text;
    }
  const lines = Array.from(grid, (line) => Array.from(line ?? [], (text) => text ?? ""));
  const filled = lines.filter((line) => line.some((text) => text !== ""));
  if (filled.every((line) => line.length < 2)) return filled.flat();
  const [head = [], ...body] = filled;
  return [toTable(head, body)];
}

/** Names and values as they were last shown. */
function writeChart(
  chart: OfficeParserAST["attachments"][number]["chartData"],
  node: OfficeContentNode,
): string[] {
  if (chart === undefined || chart.dataSets.length === 0) return [toLine(node.text ?? "")];
  const { title, xAxisTitle, yAxisTitle, dataSets, labels } = chart;
  const names = [title, xAxisTitle, yAxisTitle]
    .filter((name) => name !== undefined && name !== "")
    .join(", ");
  const rows = Math.min(1_000, Math.max(labels.length, ...dataSets.map(({ values }) => values.length)));
  const body = Array.from({ length: rows }, (_empty, row) => [
    labels[row] ?? "",
    ...dataSets.map(({ values, pointLabels }) => values[row] ?? pointLabels[row] ?? ""),
  ]);
  return [`Chart${names && `: ${names}`}`, toTable(["", ...dataSets.map(({ name = "" }) => name)], body)];
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function join(blocks: readonly string[]): string {
  return blocks.filter((block) => block.trim() !== "").join("\n\n");
}
