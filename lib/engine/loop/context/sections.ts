/**
 * A part of a tool's result: a page between its marks, a search result under its head (number and title,
 * address, site), or whatever stands between these, which has an empty `open`.
 */
export type Section = { open: string; body: string; close: string };

const pageOpening = /^<page( [^\n]*)?>$/;
const entryOpening = /^\[\d{1,4}\] /;
const entryHeadLines = 3;

/** Reads what the web tools write. A page's text cannot look like a mark: fencing made that harmless. */
export function splitSections(text: string): Section[] {
  const sections: Section[] = [];
  const lines = text.split("\n");
  const lastEnd = lines.lastIndexOf("</page>");
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const isPage = at < lastEnd && pageOpening.test(line);
    if (isPage || (entryOpening.test(line) && URL.canParse(lines[at + 1] ?? ""))) {
      const end = isPage ? lines.indexOf("</page>", at) : findBlank(lines, at);
      const head = isPage ? 1 : Math.min(entryHeadLines, end - at);
      sections.push({
        open: toShortHead(lines.slice(at, at + head).join("\n")),
        body: lines.slice(at + head, end).join("\n"),
        close: isPage ? "</page>" : "",
      });
      at = end + 1;
      continue;
    }
    const last = sections.at(-1);
    if (last !== undefined && last.open === "") last.body += `\n${line}`;
    else sections.push({ open: "", body: line, close: "" });
    at += 1;
  }
  return sections.filter(({ open, body }) => open !== "" || body.trim() !== "");
}

function findBlank(lines: readonly string[], from: number): number {
  const blank = lines.indexOf("", from);
  return blank === -1 ? lines.length : blank;
}

/** Search results stand apart, pages and lines follow each other, as their tools write them. */
export function joinSections(sections: readonly Section[]): string {
  return sections
    .map(({ open, body, close }) => ({
      isApart: open !== "" && close === "",
      text: [open, body.trim(), close].filter((part) => part !== "").join("\n"),
    }))
    .filter(({ text }) => text !== "")
    .map(({ text, isApart }, index) => (index === 0 ? text : `${isApart ? "\n\n" : "\n"}${text}`))
    .join("");
}

/** The number by which a source is cited. */
export function readSourceNumber({ open }: Section): string | null {
  return /^\[(\d{1,4})\]| number="(\d{1,4})"/.exec(open)?.slice(1).find(Boolean) ?? null;
}

const longestHead = 300;

/** A long title or address costs more than it says; number, id for recall and warning stay. */
function toShortHead(head: string): string {
  if (head.length <= longestHead) return head;
  if (!head.startsWith("<page"))
    return (
      head
        .slice(0, longestHead / 2)
        .split("\n")[0]
        ?.toWellFormed() ?? ""
    );
  const kept = Array.from(head.matchAll(/ (?:number|result|warning)="[^"\n]*"/g), ([attribute]) => attribute);
  return `<page${kept.join("")}>`;
}
