import { listElements } from "./list-elements";
import { listKeys, listRules, toKey, type Rule, type Style } from "./style-rules";

/** Limits on a page's own style sheets; later ones hide nothing. */
const mostStyleText = 2_000_000;
/** About 20 µs each. */
const mostMatches = 50_000;
/**
 * Removes what a person does not see: it is where instructions to a model are hidden. By the elements' own
 * styles and the page's style sheets as a wide screen applies them; sheets of their own files are not read.
 * What rules fade in by a script, and is most of the page, stays, as do tabs and folds.
 */
export function removeHidden(document: Document, styles: string): void {
  const { body } = document;
  const elements = listElements(body);
  const kept = listOpenable(elements);
  const candidates = elements.filter((element) => element !== body && !kept.has(element));
  removeAll(candidates.filter(isHidden));
  const byRules = listHiddenByRules(candidates, styles);
  removeAll(byRules.filter(([, style]) => !isAwaited(style)).map(([element]) => element));
  removeUnlessMost(
    body,
    byRules.map(([element]) => element),
  );
  // What is left is to be read: the extractor would judge by these again.
  for (const element of elements)
    for (const name of kept.has(element) ? ["hidden", "style", "aria-hidden"] : ["hidden", "style"])
      element.removeAttribute(name);
}

function removeAll(elements: Element[]): void {
  for (const element of elements) element.remove();
}

function removeUnlessMost(body: Element, found: Element[]): void {
  const elements = new Set(found.filter((element) => body.contains(element)));
  const outer = [...elements].filter((element) => !hasAncestorIn(element, elements));
  const length = outer.reduce((total, element) => total + getLength(element), 0);
  const whole = getLength(body);
  if (length < whole / 2) removeAll(outer);
}

function hasAncestorIn(element: Element, known: Set<Element>): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
    if (known.has(parent)) return true;
  return false;
}

function getLength(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim().length;
}

/** Elements that a person can open: tab panels, and what a control of the page names. */
function listOpenable(elements: Element[]): Set<Element> {
  const names = elements.flatMap((element) =>
    ["aria-controls", "data-target", "data-bs-target"].map((name) => element.getAttribute(name) ?? ""),
  );
  const controlled = new Set(names.flatMap((name) => name.split(/[\s#]+/)).filter((id) => id !== ""));
  const hasTabs = elements.some((element) => element.getAttribute("role") === "tab");
  return new Set(
    elements.filter(
      (element) =>
        (hasTabs && element.getAttribute("role") === "tabpanel") ||
        (controlled.has(element.id) && !isAside(element)),
    ),
  );
}

/** Menus and questions open too, and are not what the page says. */
function isAside(element: Element): boolean {
  return element.localName === "dialog" || element.closest("nav, header, footer, [role=dialog]") !== null;
}

function isHidden(element: Element): boolean {
  const name = element.localName;
  if (element.hasAttribute("hidden") && element.getAttribute("hidden") !== "until-found") return true;
  if (name === "dialog") return !element.hasAttribute("open");
  if (name === "span" && /(^|\s)katex-html(\s|$)/.test(element.getAttribute("class") ?? "")) return true;
  const style = readStyle(element.getAttribute("style") ?? "");
  return (
    hides(style) || (isWhite(style.get("color") ?? element.getAttribute("color")) && !hasBackground(element))
  );
}

/** With the style that rules, and then its own, give it. */
function listHiddenByRules(elements: Element[], styles: string): [Element, Style][] {
  // What only may apply hides nothing.
  const rules = listRules(styles.slice(0, mostStyleText)).filter((rule) => rule.isSure || !mayHide(rule));
  const hiding = rules.filter(mayHide);
  if (hiding.length === 0) return [];
  const byKey = Map.groupBy(rules, ({ selector }) => toKey(selector));
  const hidingKeys = new Set(hiding.map(({ selector }) => toKey(selector)));
  let matches = 0;
  const isMatch = (element: Element, { selector }: Rule) => {
    if (selector === toKey(selector)) return true;
    matches += 1;
    return matches < mostMatches && isMatching(element, selector);
  };
  return elements.flatMap((element): [Element, Style][] => {
    const keys = listKeys(element);
    if (!keys.some((key) => hidingKeys.has(key))) return [];
    const found = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((rule) => isMatch(element, rule))
      .toSorted((a, b) => a.weight - b.weight);
    const style = new Map([
      ...found.flatMap((rule) => [...rule.style]),
      ...readStyle(element.getAttribute("style") ?? ""),
      ...found.flatMap((rule) => [...rule.important]),
    ]);
    // A letter's size and what comes in by itself: others may take them back.
    const isOpen = style.has("animation") || style.has("animation-name");
    if (isOpen || element.childElementCount > 0) style.delete("font-size");
    if (isOpen) style.delete("opacity");
    return hides(style) ? [[element, style]] : [];
  });
}

const mayHide = ({ style }: Rule) => hides(new Map([...assumed, ...style]));

const assumed: [string, string][] = [
  ["position", "absolute"],
  ["overflow", "hidden"],
];

function isMatching(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

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
  return (
    style.get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(style.get("visibility") ?? "") ||
    Number.parseFloat(style.get("opacity") ?? "1") < 0.05 ||
    isNever(style)
  );
}

/** Has its place on the page, and waits there for a script to show it. */
function isAwaited(style: Style): boolean {
  return style.get("display") !== "none" && !isNever(style);
}

/** Nothing that a page's scripts do and undo: only what nobody is to see is so. */
function isNever(style: Style): boolean {
  const get = (name: string) => style.get(name) ?? "";
  const isClosed =
    /hidden|clip/.test(get("overflow")) && ["width", "height", "max-height"].some(isNothing(style));
  return (
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
