import { toHeadAndBody, toTable, type Cell } from "./markdown-table";

/**
 * HTML as Markdown (headings, paragraphs, lists, tables, code with its language, links) in one pass whose
 * time grows with the page only. Menus go, known by their names or as nothing but links, unless `keepsAll`.
 */
export function toPlainMarkdown(root: Element, { keepsAll = false } = {}): string {
  const pruned = walk(root, !keepsAll);
  const isMostlyLinks = pruned.dropped > 2 * pruned.length;
  return tidyLines(keepsAll || !isMostlyLinks ? pruned.text : walk(root, false).text);
}

/** An element that has been entered and not left. `linked` is the part of `length` that stands in links. */
type ElementFrame = {
  element: Element;
  parts: string[];
  length: number;
  linked: number;
  links: number;
  cells: Cell[];
  rows: Cell[][];
  items: number;
};
type TextWalk = { text: string; length: number; dropped: number };

function walk(root: Element, isPruning: boolean): TextWalk {
  // A stack of our own instead of recursion: the nesting is the page's to choose.
  const frames: ElementFrame[] = [];
  let dropped = 0;
  let frame = toFrame(root);
  let node = root.firstChild;
  for (;;) {
    if (node === null) {
      const parent = frames.pop();
      if (parent === undefined) return { text: frame.parts.join(""), length: frame.length, dropped };
      node = frame.element.nextSibling;
      if (isPruning && isMenu(frame)) {
        dropped += frame.length;
        // A table keeps its columns.
        if (frame.element.localName === "td") leave(toFrame(frame.element), parent);
      } else leave(frame, parent);
      frame = parent;
    } else if (node.nodeType === 3) {
      addText(frame, toInline(node.textContent ?? ""));
      node = node.nextSibling;
    } else if (node.nodeType === 1 && !isSkipped(node as Element)) {
      const whole = toWhole(node as Element);
      if (whole === null) {
        frames.push(frame);
        frame = toFrame(node as Element);
        node = node.firstChild;
      } else {
        addText(frame, whole);
        node = node.nextSibling;
      }
    } else node = node.nextSibling;
  }
}

function toFrame(element: Element): ElementFrame {
  return { element, parts: [], length: 0, linked: 0, links: 0, cells: [], rows: [], items: 0 };
}

function addText(frame: ElementFrame, text: string): void {
  frame.parts.push(text);
  frame.length += text.length;
}

const skippedTags = new Set(
  "script style head select textarea button svg template iframe object rt rp audio video canvas noscript".split(
    " ",
  ),
);

/** Marks of notes and links that edit, lead back or to a heading itself. */
const skippedClasses =
  /(^|\s)(reference|mw-editsection|footnote-backref|hash-link|headerlink|anchor-link)(\s|$)/;

function isSkipped(element: Element): boolean {
  return skippedTags.has(element.localName) || skippedClasses.test(element.getAttribute("class") ?? "");
}

/** Elements that are written at once, from all of their text. */
function toWhole(element: Element): string | null {
  switch (element.localName) {
    case "pre":
      return toFence(element);
    case "br":
      return "\n";
    case "input":
      return toBox(element);
    case "hr":
      return "\n\n";
    case "img":
      return /math|tex|latex/.test(element.getAttribute("class") ?? "")
        ? ` ${element.getAttribute("alt") ?? ""} `
        : "";
    case "math":
      return ` ${element.getAttribute("data-latex") ?? element.getAttribute("alttext") ?? element.querySelector("annotation")?.textContent ?? element.textContent ?? ""} `;
    default:
      return null;
  }
}

function toBox(element: Element): string {
  if (element.getAttribute("type") !== "checkbox") return "";
  return element.hasAttribute("checked") ? "☒ " : "☐ ";
}

function toFence(element: Element): string {
  const names = [element, element.querySelector("code"), element.parentElement]
    .map((one) => one?.getAttribute("class") ?? "")
    .join(" ");
  const language = /(?:language|lang|highlight-source|brush:?)[-\s]([a-z0-9+#]+)/i.exec(names)?.[1] ?? "";
  const text = (element.textContent ?? "").replace(/^\n+|(?<!\s)\s+$/g, "");
  return text === "" ? "" : `\n\n\`\`\`${language}\n${text}\n\`\`\`\n\n`;
}

const menuTags = new Set("div ul ol section table td nav aside dl header footer p center".split(" "));

/** Four links or more and next to nothing beside them. */
function isMenu({ element, length, linked, links }: ElementFrame): boolean {
  return links > 3 && linked > 0.8 * length && linked / links < 80 && menuTags.has(element.localName);
}

function leave(frame: ElementFrame, parent: ElementFrame): void {
  const { element, length } = frame;
  const name = element.localName;
  const isLink = name === "a" && element.hasAttribute("href");
  parent.length += length;
  parent.linked += isLink ? length : frame.linked;
  parent.links += isLink ? 1 : frame.links;
  const { localName: around } = parent.element;
  if ((name === "td" || name === "th") && around === "tr") parent.cells.push(toCell(frame));
  else if (name === "tr" && tableTags.has(around)) parent.rows.push(frame.cells);
  else if (tableTags.has(name) && around === "table") parent.rows.push(...frame.rows);
  else parent.parts.push(write(name, frame, parent));
}

const tableTags = new Set(["table", "thead", "tbody", "tfoot"]);

function toCell({ element, parts }: ElementFrame): Cell {
  const span = (name: string) =>
    Math.min(50, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1));
  return {
    text: parts.join(""),
    columns: span("colspan"),
    rows: span("rowspan"),
    isHead: element.localName === "th",
  };
}

const blockTags = new Set(
  "p div section article main aside header footer nav form fieldset ul ol dl dt address details summary figure figcaption caption center".split(
    " ",
  ),
);

function write(name: string, frame: ElementFrame, parent: ElementFrame): string {
  const inner = frame.parts.join("");
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined)
    return inner.trim() === "" ? "" : `\n\n${"#".repeat(Number(level))} ${toLine(inner)}\n\n`;
  switch (name) {
    case "a":
      return toLink(frame.element, inner);
    case "code":
    case "kbd":
    case "samp":
      return inner.trim() === "" || /[\n`]/.test(inner) ? inner : `\`${inner}\``;
    case "sup":
      return toRaised(frame);
    case "li":
      parent.items += 1;
      return `\n${parent.element.localName === "ol" ? `${parent.items}.` : "-"} ${toItem(inner)}`;
    case "dd":
      return `\n${inner.trim()}\n`;
    case "blockquote":
      return `\n\n${tidyLines(inner).replace(/^/gm, "> ")}\n\n`;
    case "td":
    case "th":
    case "tr":
    case "tbody":
      // Of a table that is not there.
      return `\n\n${[inner, ...[frame.cells, ...frame.rows].flat().map(({ text }) => text)].join("\n\n")}\n\n`;
    case "table":
      return `${inner.trim() === "" ? "" : `\n\n${inner.trim()}`}\n\n${writeTable(frame)}\n\n`;
    default:
      return blockTags.has(name) ? `\n\n${inner}\n\n` : inner;
  }
}

const raised = new Map(
  [..."0123456789+-n"].map((character, index) => [character, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"][index] ?? ""]),
);

/** A power stays one: 10⁶ and not 106. The mark of a note goes. */
function toRaised({ parts, links }: ElementFrame): string {
  const text = parts.join("").trim();
  if (links > 0) return "";
  return /^[-0-9+n]+$/.test(text) ? [...text].map((character) => raised.get(character) ?? "").join("") : text;
}

/** A link to a place in the same page, to a script or around a whole block is its text. */
function toLink(element: Element, inner: string): string {
  const href = element.getAttribute("href") ?? "";
  const text = inner.trim();
  // Back from a note to where it was.
  if (href.startsWith("#") && /^[↩↑⤴^]/u.test(text)) return "";
  if (text === "" || href === "" || href.startsWith("#") || text.includes("\n")) return inner;
  return `${/^\s/.test(inner) ? " " : ""}[${text}](${href.replaceAll("(", "%28").replaceAll(")", "%29")})${/\s$/.test(inner) ? " " : ""}`;
}

function toItem(inner: string): string {
  const text = tidyLines(inner);
  const isCode = text.includes("```");
  return (isCode ? text : text.replace(/\n{2,}/g, "\n")).replace(/\n(?=.)/g, "\n  ");
}

function writeTable({ element, rows }: ElementFrame): string {
  const filled = rows.filter((row) => row.some(({ text }) => text.trim() !== ""));
  if (isLayout(element, filled))
    return filled.flatMap((row) => row.map(({ text }) => `\n\n${text}\n\n`)).join("");
  const { head, body } = toHeadAndBody(filled);
  return head.length === 0 ? "" : toTable(head, body);
}

const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef";
const brokenCjk = new RegExp(`(?<=[${cjk}])\\s*\\n\\s*(?=[${cjk}])`, "gu");

/** Line ends in the source are blanks, but not between characters of scripts that have none. */
function toInline(text: string): string {
  return (text.includes("\n") ? text.replace(brokenCjk, "") : text).replace(/\s+/g, " ");
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Collapses blanks outside code. Spaces go first: the later patterns would be slow on long runs of them. */
function tidyLines(text: string): string {
  const pieces = text.split(/(\n *```[^\n]*\n[\s\S]*?\n *```\n)/).map((piece, index) =>
    index % 2 === 1
      ? piece
      : piece
          .replace(/(?<=\S)[ \t]{2,}/g, " ")
          .replace(/(?<![ \t])[ \t]+\n/g, "\n")
          .replace(/\n[ \t]+(?![ \t]|[-`]|\d{1,9}\.)/g, "\n")
          .replace(/\n{3,}/g, "\n\n"),
  );
  return pieces.join("").trim();
}

const longCell = 400;

/** A table that is only layout, as in pages of the nineties: one column, tables or paragraphs inside. */
function isLayout(element: Element, rows: Cell[][]): boolean {
  if (/^(presentation|none)$/.test(element.getAttribute("role") ?? "")) return true;
  const cells = rows.flat();
  if (cells.some(({ isHead }) => isHead) && !cells.some(({ text }) => text.includes("\n\n#"))) return false;
  if (rows.every((row) => row.length < 2)) return true;
  return cells.some(({ text }) => text.length > longCell || /\n\n(#|\||```)/.test(text));
}
