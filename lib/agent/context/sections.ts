/** A part of a tool's result: a page between its marks, or whatever stands between pages, which has no marks. */
export type Section = { open: string; body: string; close: string };

const pageOpening = /^<page( [^\n]*)?>$/;

/** Reads what the tools for the web write. Text of a page cannot look like a mark: where it was fenced, that was made harmless. */
export function splitSections(text: string): Section[] {
  const sections: Section[] = [];
  const lines = text.split("\n");
  const lastEnd = lines.lastIndexOf("</page>");
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (at < lastEnd && pageOpening.test(line)) {
      const end = lines.indexOf("</page>", at);
      sections.push({ open: toShortMark(line), body: lines.slice(at + 1, end).join("\n"), close: "</page>" });
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

export function joinSections(sections: readonly Section[]): string {
  return sections
    .map(({ open, body, close }) => [open, body, close].filter((part) => part !== "").join("\n"))
    .filter((part) => part !== "")
    .join("\n");
}

/** By its number a source is cited, by its result id recalled. */
export function readSourceNumber({ open }: Section): string | null {
  return / number="(\d{1,4})"/.exec(open)?.[1] ?? null;
}

const longestMark = 300;

/** A long title or address costs more than it says. */
function toShortMark(mark: string): string {
  if (mark.length <= longestMark) return mark;
  const kept = Array.from(mark.matchAll(/ (?:number|result|warning)="[^"\n]*"/g), ([attribute]) => attribute);
  return `<page${kept.join("")}>`;
}
