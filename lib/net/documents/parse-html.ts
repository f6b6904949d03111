import { parseHTML } from "linkedom";

/** Deeper than any page made for people; the parser's and the extractor's time grows with the square of the depth. */
const maxDepth = 400;
/** The parser makes a node of each `<` and `&`, about 7 µs apiece. */
const maxMarks = 200_000;

/** A document without scripts, hidden text, comments and addresses that are not of the web. `isCut` when the page was absurdly built and its rest left out. */
export function parseHtml(html: string, url: string): { document: Document; isCut: boolean } {
  const end = findExcess(html);
  const { document } = parseHTML(toWholeDocument(end === null ? html : html.slice(0, end)));
  removeUnseen(document);
  resolveLinks(document, url);
  return { document, isCut: end !== null };
}

/** The parser needs `<html>` and puts text beside `<body>` nowhere. */
function toWholeDocument(html: string): string {
  if (/<html[\s>]/i.test(html)) return html;
  const inner = html.replace(/^\s*<!doctype[^>]*>/i, "");
  return /<body[\s>]/i.test(inner)
    ? `<!doctype html><html>${inner}</html>`
    : `<!doctype html><html><head></head><body>${inner}</body></html>`;
}

const unnestedTags = new Set(
  "area base br col embed hr img input link meta source track wbr p li td th tr dt dd option optgroup thead tbody tfoot rp rt".split(" "),
);

/** Where the page exceeds a limit, counted from its marks alone, or null. */
function findExcess(html: string): number | null {
  const open = new Map<string, number>();
  let depth = 0;
  let marks = 0;
  for (const match of html.matchAll(/&|<(\/?)([a-z][a-z0-9-]*)?/gi)) {
    marks += 1;
    const name = (match[2] ?? "").toLowerCase();
    if (name !== "" && !unnestedTags.has(name)) {
      const count = open.get(name) ?? 0;
      const step = match[1] === "" ? 1 : count > 0 ? -1 : 0;
      open.set(name, count + step);
      depth += step;
    }
    if (depth > maxDepth || marks > maxMarks) return match.index;
  }
  return null;
}

/** What a person does not see is not read either: it is where instructions to a model are hidden. */
const unseenSelector =
  'script:not([type="application/ld+json"]), style, template, noscript, iframe, object, embed, [hidden], dialog:not([open]), .katex-html';

function removeUnseen(document: Document): void {
  for (const element of document.querySelectorAll(unseenSelector)) element.remove();
  for (const element of document.querySelectorAll("[style]")) {
    const style = (element.getAttribute("style") ?? "").toLowerCase().replace(/\s/g, "");
    if (/display:none|visibility:hidden|(^|;)opacity:0(;|$)|font-size:0(px|;|$)/.test(style)) element.remove();
  }
}

function resolveLinks(document: Document, url: string): void {
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? url, url)?.href ?? url;
  for (const link of document.querySelectorAll("a[href]")) {
    const target = URL.parse(link.getAttribute("href") ?? "", base);
    if (target && /^(https?|mailto):$/.test(target.protocol)) link.setAttribute("href", target.href);
    else link.removeAttribute("href");
  }
}
