const skippedTags = new Set(
  "nav header footer aside form button select textarea input svg script style head figure dialog template".split(" "),
);
const skippedRoles = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "dialog"]);
const skippedClasses = /(^|\s)(noprint|navbox|toc|reference|mw-editsection|sidebar|printfooter|catlinks)(\s|$)/;
const blocks = new Set(
  "p div section article main ul ol dl dt dd blockquote table caption address details summary hr fieldset figcaption tbody thead tfoot".split(
    " ",
  ),
);
const mainSelector = "main, [role=main], article, #content, #main, body";

/**
 * A page as simple Markdown (headings, paragraphs, lists, table rows, code, links) in one pass whose time grows with the
 * page only, for pages that are too large or too oddly built for the extractor.
 */
export function toPlainMarkdown(document: Document): string {
  const parts: string[] = [];
  // A stack of our own instead of recursion: the nesting is the page's to choose.
  const pending: (Node | string)[] = [document.querySelector(mainSelector) ?? document.documentElement];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (next.nodeType === 3) parts.push((next.textContent ?? "").replace(/\s+/g, " "));
    else if (next.nodeType === 1) openElement(next as Element, parts, pending);
  }
  return tidyLines(parts.join(""));
}

function openElement(element: Element, parts: string[], pending: (Node | string)[]): void {
  if (isSkipped(element)) return;
  if (element.localName === "pre") {
    parts.push(`\n\n\`\`\`\n${(element.textContent ?? "").trimEnd()}\n\`\`\`\n\n`);
    return;
  }
  const [before, after] = getMarks(element);
  parts.push(before);
  pending.push(after);
  for (let child = element.lastChild; child; child = child.previousSibling) pending.push(child);
}

function isSkipped(element: Element): boolean {
  if (skippedTags.has(element.localName)) return true;
  return skippedRoles.has(element.getAttribute("role") ?? "") || skippedClasses.test(element.getAttribute("class") ?? "");
}

function getMarks(element: Element): [before: string, after: string] {
  const name = element.localName;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level) return [`\n\n${"#".repeat(Number(level))} `, "\n\n"];
  if (name === "a") return element.hasAttribute("href") ? ["[", `](${element.getAttribute("href") ?? ""})`] : ["", ""];
  if (name === "li") return ["\n- ", ""];
  if (name === "tr") return ["\n| ", ""];
  if (name === "td" || name === "th") return ["", " | "];
  if (name === "br") return ["\n", ""];
  return blocks.has(name) ? ["\n\n", "\n\n"] : ["", ""];
}

/** Collapses blanks and blank lines everywhere but inside code. Spaces go first: the later patterns would be slow on long runs of them. */
function tidyLines(text: string): string {
  const pieces = text.split(/(\n```\n[\s\S]*?\n```\n)/).map((piece, index) =>
    index % 2 === 1
      ? piece
      : piece
          .replace(/[ \t]{2,}/g, " ")
          .replace(/[ \t]?\n[ \t]?/g, "\n")
          .replace(/\n{3,}/g, "\n\n"),
  );
  return pieces.join("").trim();
}
