import { listElements } from "./list-elements";

/** A page's own style sheets are looked through for so many rules. */
const mostRules = 2_000;

/**
 * Removes what a person does not see: it is where instructions to a model are hidden. By the elements' own
 * styles and by simple rules of the page's style sheets; sheets of their own files are not read.
 */
export function removeHidden(document: Document): void {
  const hiding = listHidingSelectors(document);
  for (const element of listElements(document.documentElement))
    if (isHidden(element) || hiding.some((selector) => element.matches(selector))) element.remove();
}

const hiddenTags = new Set("style template noscript iframe object embed".split(" "));

function isHidden(element: Element): boolean {
  const name = element.localName;
  if (hiddenTags.has(name) || element.hasAttribute("hidden")) return true;
  // Linked data is read for the page's date, and goes then.
  if (name === "script") return element.getAttribute("type") !== "application/ld+json";
  if (name === "dialog") return !element.hasAttribute("open");
  if (name === "span" && /(^|\s)katex-html(\s|$)/.test(element.getAttribute("class") ?? "")) return true;
  const style = readStyle(element.getAttribute("style") ?? "");
  return (
    hides(style) || (isWhite(style.get("color") ?? element.getAttribute("color")) && !hasBackground(element))
  );
}

/**
 * Selectors of one class or id, with or without an element's name, whose rule hides; not those of print or
 * small screens.
 */
function listHidingSelectors(document: Document): string[] {
  const sheets = [...document.querySelectorAll("style")].map((sheet) => sheet.textContent ?? "").join("\n");
  const rules = [...sheets.matchAll(/(?<=^|[};\s/])([^{}@;/]{1,200})\{([^{}]{0,1000})\}/g)].slice(
    0,
    mostRules,
  );
  return rules
    .filter(([, , body = ""]) => hides(readStyle(body)))
    .flatMap(([, selectors = ""]) => selectors.split(",").map((selector) => selector.trim()))
    .filter((selector) => /^[a-z0-9]{0,20}[.#][\w-]{1,100}$/i.test(selector));
}

type Style = ReadonlyMap<string, string>;

function readStyle(text: string): Style {
  const declarations = text.toLowerCase().slice(0, 2_000).split(";");
  return new Map(
    declarations.map((declaration) => {
      const [name = "", ...value] = declaration.split(":");
      return [name.trim(), value.join(":").replace("!important", "").trim()];
    }),
  );
}

function hides(style: Style): boolean {
  const get = (name: string) => style.get(name) ?? "";
  const isClosed =
    /hidden|clip/.test(get("overflow")) && ["width", "height", "max-height"].some(isNothing(style));
  return (
    get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(get("visibility")) ||
    (style.has("opacity") && Number.parseFloat(get("opacity")) < 0.05) ||
    (style.has("font-size") && toPixels(get("font-size")) < 3) ||
    isOffScreen(style) ||
    isClosed ||
    /^rect\(\s*[01](?:px)?\b/.test(get("clip")) ||
    /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/.test(get("clip-path")) ||
    /scale\(\s*0\s*[,)]|translate[xy]?\(\s*-\d{4,}px/.test(get("transform")) ||
    isSameColour(style)
  );
}

const isNothing = (style: Style) => (name: string) => style.has(name) && toPixels(style.get(name) ?? "") <= 1;

function isOffScreen(style: Style): boolean {
  const isPlaced = /^(?:absolute|fixed)$/.test(style.get("position") ?? "");
  const names = [
    ...(isPlaced ? ["left", "top", "right", "bottom"] : []),
    "text-indent",
    "margin-left",
    "margin-top",
  ];
  return names.some((name) => toPixels(style.get(name) ?? "0") <= -500);
}

/** Roughly, a letter's height being 16 pixels; what is relative or calculated counts as large. */
function toPixels(length: string): number {
  const [, number = "", unit = ""] = /^(-?[\d.]{1,9})(px|pt|em|rem|)$/.exec(length) ?? [];
  return number === "" ? Number.NaN : Number.parseFloat(number) * (unit === "em" || unit === "rem" ? 16 : 1);
}

function isSameColour(style: Style): boolean {
  const background = style.get("background-color") ?? style.get("background") ?? "";
  return background !== "" && background === style.get("color");
}

/** White and what a reader does not tell from it, on a page's usual ground. */
function isWhite(colour: string | null | undefined): boolean {
  if (colour === null || colour === undefined) return false;
  if (colour === "white" || colour === "transparent" || colour === "snow" || colour === "whitesmoke")
    return true;
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(colour)?.[1];
  const pairs =
    hex === undefined ? null : hex.length === 3 ? [...hex].map((one) => one + one) : hex.match(/../g);
  const numbers =
    pairs?.map((pair) => Number.parseInt(pair, 16)) ??
    /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/.exec(colour)?.slice(1).map(Number);
  return numbers?.every((number) => number >= 240) === true;
}

/** A ground of its own, or of what it stands in, may be dark. */
function hasBackground(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const style = readStyle(at.getAttribute("style") ?? "");
    const ground = style.get("background-color") ?? style.get("background") ?? at.getAttribute("bgcolor");
    if (ground !== null && ground !== undefined) return !isWhite(ground);
    if (style.has("background-image")) return true;
  }
  return false;
}
