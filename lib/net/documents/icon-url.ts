import { listElements } from "./list-elements";

/** As wide as the drawn icon, in pixels. */
const wantedSide = 64;
const usualSide = 32;

/**
 * The address of the icon that a page declares, of several the one nearest in size; `null` for none. SVG is
 * passed over: it is never drawn here.
 */
export function findIconUrl(document: Document, url: string): string | null {
  const elements = listElements(document.documentElement);
  const base = elements.find(({ localName }) => localName === "base")?.getAttribute("href") ?? url;
  const found = elements.filter(isIconLink).map((link) => ({
    target: URL.parse(link.getAttribute("href") ?? "", URL.parse(base, url)?.href ?? url),
    distance: Math.abs(wantedSide - (Number.parseInt(link.getAttribute("sizes") ?? "", 10) || usualSide)),
  }));
  const [nearest] = found
    .flatMap(({ target, distance }) => (target !== null && isDrawn(target) ? [{ target, distance }] : []))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.target.href ?? null;
}

function isIconLink(element: Element): boolean {
  const names = (element.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
  return (
    element.localName === "link" &&
    names.some((name) => name === "icon" || name === "apple-touch-icon") &&
    !(element.getAttribute("type") ?? "").includes("svg")
  );
}

function isDrawn({ protocol, pathname, href }: URL): boolean {
  return /^https?:$/.test(protocol) && !pathname.endsWith(".svg") && href.length <= 2_048;
}
