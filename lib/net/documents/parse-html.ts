import { parseHTML } from "linkedom";
import { removeHidden } from "./hidden-elements";
import { listElements } from "./list-elements";

/** Deeper than pages made for people; the parser's and extractor's time grows with the depth's square. */
const maxDepth = 400;
/** The parser makes a node of each `<` and `&`, about 7 µs apiece. */
const maxMarks = 200_000;

/** Without scripts, hidden text, comments and non-web addresses. `isCut`: absurdly built, rest left out. */
export function parseHtml(html: string, url: string): { document: Document; isCut: boolean } {
  const end = findExcess(html);
  const { document } = parseHTML(toWholeDocument(end === null ? html : html.slice(0, end)));
  removeHidden(document);
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
  "area base br col embed hr img input link meta source track wbr p li td th tr dt dd option optgroup thead tbody tfoot rp rt".split(
    " ",
  ),
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

function resolveLinks(document: Document, url: string): void {
  const elements = listElements(document.documentElement);
  const declared = elements
    .find((element) => element.localName === "base" && element.hasAttribute("href"))
    ?.getAttribute("href");
  const base = URL.parse(declared ?? url, url)?.href ?? url;
  for (const link of elements) {
    if (link.localName !== "a" || !link.hasAttribute("href")) continue;
    const target = URL.parse(link.getAttribute("href") ?? "", base);
    if (target && isSamePage(target, url)) link.setAttribute("href", target.hash);
    else if (target && /^(https?|mailto):$/.test(target.protocol)) link.setAttribute("href", target.href);
    else link.removeAttribute("href");
  }
}

/** A place in the page itself, which says nothing outside of it. */
function isSamePage(target: URL, url: string): boolean {
  return target.hash !== "" && target.href.slice(0, -target.hash.length) === url.replace(/#.*$/, "");
}
