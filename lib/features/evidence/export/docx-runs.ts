import type * as docxModule from "docx";
import type { InternalHyperlink, IRunOptions, ParagraphChild, TextRun } from "docx";
import type { Token } from "markdown-it";
import { markSigns } from "@/lib/features/evidence/shape/citation-marks";
import { numberList, toNumbers } from "@/lib/features/evidence/shape/citation-place";

export type Docx = typeof docxModule;
/** What can be jumped to: headings by the name that a link in Markdown has for them, sources by number. */
export type Anchors = {
  headings: ReadonlyMap<string, string>;
  sources: ReadonlySet<number>;
  /** Which answer of the document it is: each counts for itself. */
  turn: number;
};
type TextStyle = Pick<IRunOptions, "bold" | "italics" | "strike">;

export const toSourceAnchor = (number: number, turn: number): string => `source_${turn}_${number}`;
export const codeFont = "Consolas";

const switches: Record<string, TextStyle> = {
  strong_open: { bold: true },
  strong_close: { bold: false },
  em_open: { italics: true },
  em_close: { italics: false },
  s_open: { strike: true },
  s_close: { strike: false },
};

/** The words of one paragraph. Pictures are their descriptions; only web and mail addresses become links. */
export function toRuns(docx: Docx, tokens: readonly Token[], anchors: Anchors): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  let style: TextStyle = {};
  let link: { href: string; children: TextRun[] } | null = null;
  for (const token of tokens) {
    style = { ...style, ...switches[token.type] };
    if (token.type === "link_open") link = { href: token.attrGet("href") ?? "", children: [] };
    else if (token.type === "link_close" && link !== null) {
      runs.push(...toLink(docx, link, anchors));
      link = null;
    } else if (link !== null) link.children.push(...toLeaf(docx, token, { ...style, style: "Hyperlink" }));
    else if (token.type === "text") runs.push(...toCited(docx, token.content, style, anchors));
    else runs.push(...toLeaf(docx, token, style));
  }
  return runs;
}

type DocxLink = { href: string; children: TextRun[] };

function toLink(docx: Docx, { href, children }: DocxLink, { headings }: Anchors): ParagraphChild[] {
  const address = toAddress(href);
  if (address !== null) return [new docx.ExternalHyperlink({ link: address, children })];
  const anchor = href.startsWith("#") ? headings.get(toSlug(decode(href.slice(1)))) : undefined;
  return anchor === undefined ? children : [new docx.InternalHyperlink({ anchor, children })];
}

/** As its standard writes it: nothing in it ends an attribute. `null` for no address of web or mail. */
export function toAddress(href: string): string | null {
  if (!/^(https?|mailto):/i.test(href) || !URL.canParse(href)) return null;
  return new URL(href).href.replace(/["'<>\s]/g, encodeURIComponent);
}

function toLeaf(docx: Docx, { type, content }: Token, style: IRunOptions): TextRun[] {
  if (type === "hardbreak") return [new docx.TextRun({ break: 1 })];
  if (type === "softbreak") return [new docx.TextRun({ ...style, text: " " })];
  if (type === "code_inline")
    return [new docx.TextRun({ ...style, text: toXmlText(content), font: codeFont })];
  return content === "" ? [] : [new docx.TextRun({ ...style, text: toXmlText(content) })];
}

const citation = new RegExp(
  `\\[(${numberList})${markSigns.open}([^${markSigns.close}]*)${markSigns.close}\\]`,
  "g",
);

/** Text with its citations as raised links to the sources below. */
function toCited(docx: Docx, text: string, style: TextStyle, { sources, turn }: Anchors): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  const say = (words: string) => {
    if (words !== "") runs.push(new docx.TextRun({ ...style, text: toXmlText(words) }));
  };
  let from = 0;
  for (const { 0: written, 1: list = "", 2: found = "", index } of text.matchAll(citation)) {
    const numbers = toNumbers(list);
    if (!numbers.every((number) => sources.has(number))) continue;
    say(text.slice(from, index));
    const signs = found.split(",");
    runs.push(
      ...numbers.map((number, place) =>
        toCitation(docx, toSourceAnchor(number, turn), `${number} ${signs[place] ?? ""}`),
      ),
    );
    from = index + written.length;
  }
  say(text.slice(from));
  return runs;
}

function toCitation(docx: Docx, anchor: string, words: string): InternalHyperlink {
  const run = new docx.TextRun({ text: `[${words.trim()}]`, superScript: true, style: "Hyperlink" });
  return new docx.InternalHyperlink({ anchor, children: [run] });
}

const signs = new RegExp(Object.values(markSigns).join("|"), "g");

/** What XML can hold of a text: a file with a control sign or half a character in it does not open. */
export function toXmlText(text: string): string {
  return text
    .replace(signs, "")
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ");
}

/** A heading's name in links, as most writers of Markdown make it. */
export function toSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
