import { Parser } from "htmlparser2";
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

/** Where the page exceeds a limit, or null; nested as the parser does it, whatever the marks look like. */
function findExcess(html: string): number | null {
  let end = html.matchAll(/[&<]/g).drop(maxMarks).next().value?.index ?? null;
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth <= maxDepth) return;
      end = Math.min(end ?? Infinity, parser.startIndex);
      parser.pause();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(end === null ? html : html.slice(0, end));
  return end;
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
