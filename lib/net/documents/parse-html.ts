import { Parser } from "htmlparser2";
import { parseHTML } from "linkedom";
import { removeHidden } from "./hidden-elements";
import { listElements } from "./list-elements";

/** Deeper elements give their text to the one at this depth: the extractor's time grows with the depth. */
const maxDepth = 200;
/** The rest of the page is left out beyond these. */
const maxNesting = 4_000;
const maxElements = 100_000;
const maxAttributes = 60;
const maxValue = 4_000;

/**
 * A document with one head and one body, whatever the page has. Without scripts, pictures, text that is not
 * shown and addresses outside of the web. `isCut`: absurdly built, the rest left out.
 */
export function parseHtml(
  html: string,
  url: string,
  { keepsPictures = false } = {},
): { document: Document; isCut: boolean } {
  const { document, styles, isCut } = buildDocument(html, keepsPictures);
  removeHidden(document, styles);
  resolveLinks(document, url);
  return { document, isCut };
}

const unread = new Set(
  "script style template noscript noframes iframe object embed svg canvas audio video map picture".split(" "),
);

/** Shadow trees are shown; linked data tells the date; some sites draw formulas as pictures. */
function isRead(name: string, attributes: Record<string, string>): boolean {
  if (name === "template") return "shadowrootmode" in attributes;
  if (name === "script") return attributes["type"] === "application/ld+json";
  if (name === "img") return /math|tex|latex/.test(attributes["class"] ?? "");
  return !unread.has(name);
}

function buildDocument(
  html: string,
  keepsPictures: boolean,
): { document: Document; styles: string; isCut: boolean } {
  const tree = createTree();
  const styles: string[] = [];
  /** Whether what is open is in the tree. */
  const open: boolean[] = [];
  let unreadFrom = Infinity;
  let count = 0;
  let isCut = false;
  let isStyle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      count += 1;
      if (count > maxElements || open.length > maxNesting) {
        isCut = true;
        parser.pause();
        return;
      }
      const isKept = isRead(name, attributes) || (keepsPictures && name === "img");
      if (open.length < unreadFrom && !isKept) unreadFrom = open.length;
      isStyle = name === "style";
      open.push(open.length < unreadFrom && tree.enter(name, attributes));
    },
    ontext(text) {
      if (isCut) return;
      if (isStyle) styles.push(text);
      else if (open.length <= unreadFrom) tree.write(text);
    },
    onclosetag() {
      if (isCut) return;
      isStyle = false;
      if (open.pop() === true) tree.leave();
      if (open.length === unreadFrom) unreadFrom = Infinity;
    },
  });
  parser.write(html);
  parser.end();
  tree.flush();
  return { document: tree.document, styles: styles.join("\n"), isCut };
}

/** Takes what a parser meets, in order; marks of the frame give their attributes to the one there is. */
function createTree() {
  const { document } = parseHTML("<!doctype html><html><head></head><body></body></html>");
  const { head, body, documentElement } = document;
  const frame: Record<string, Element> = { html: documentElement, head, body };
  const around: Element[] = [];
  let at: Element = body;
  let text = "";
  const flush = () => {
    if (text !== "") at.appendChild(document.createTextNode(text));
    text = "";
  };
  return {
    document,
    flush,
    write(more: string) {
      text += more;
    },
    /** Whether it has an element of its own. */
    enter(name: string, attributes: Record<string, string>): boolean {
      const known = frame[name];
      if (known !== undefined) copyAttributes(attributes, known);
      if (known !== undefined || around.length >= maxDepth) return false;
      flush();
      const element = document.createElement(name);
      copyAttributes(attributes, element);
      (isOfHead(name) ? head : at).appendChild(element);
      around.push(at);
      at = element;
      return true;
    },
    leave() {
      flush();
      at = around.pop() ?? body;
    },
  };
}

function isOfHead(name: string): boolean {
  return name === "title" || name === "meta" || name === "link" || name === "base" || name === "script";
}

function copyAttributes(attributes: Record<string, string>, element: Element): void {
  for (const [name, value] of Object.entries(attributes).slice(0, maxAttributes))
    if (/^[a-z_][\w:.-]*$/i.test(name) && !element.hasAttribute(name))
      element.setAttribute(name, value.slice(0, maxValue));
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
