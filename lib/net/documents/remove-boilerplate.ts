import { listElements } from "./list-elements";

/**
 * Removes what frames a text and what the extractor would keep: by element, and by the names that sites
 * give such things in their classes, never by ids, which sections have too. What holds a third of the page,
 * alone or with all of its name, stays, except consent dialogs, which may be longer than a short page.
 */
export function removeBoilerplate(document: Document): void {
  const whole = getLength(document.body);
  const named: NamedElement[] = [];
  for (const element of listElements(document.body)) {
    // Facts in short: the extractor drops them by this name.
    if (element.localName === "table" && /\binfobox\b/.test(element.className))
      element.removeAttribute("class");
    const isConsent = consentMakers.test(`${element.className} ${element.id}`);
    const name = isConsent ? "" : findName(element);
    if (name === null || element.querySelector("h1, main, article") !== null) continue;
    if (named.at(-1)?.element.contains(element)) continue;
    const length = getLength(element);
    if (isConsent && whole - length > enough) element.remove();
    else if (!isConsent && length < whole / 3) named.push({ element, name, length });
  }
  removeGroups(named, whole / 3);
}

function removeGroups(named: NamedElement[], limit: number): void {
  for (const group of Map.groupBy(named, ({ name }) => name).values())
    if (group.reduce((total, { length }) => total + length, 0) < limit)
      for (const { element } of group) element.remove();
}

type NamedElement = { element: Element; name: string; length: number };

/** So much text beside a question for consent is a page. */
const enough = 150;

const frames = new Set(["nav", "aside", "footer", "form"]);
const containers = new Set("div section ul ol header p table dl span".split(" "));

function findName(element: Element): string | null {
  if (frames.has(element.localName)) return element.localName;
  const classes = (element.getAttribute("class") ?? "").replace(/([a-z])([A-Z])/g, "$1-$2");
  if (element.localName === "a") return /(^|[\s_-])(skip|jump)/i.test(classes) ? "skip" : null;
  if (!containers.has(element.localName)) return null;
  return boilerplateNames.exec(classes)?.[0].toLowerCase() ?? null;
}

function getLength(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").length;
}

const consentMakers = /(^|\s)(onetrust|didomi|truste|usercentrics|cookiebot|cybotcookiebot)[\w-]*/i;
/** What trafilatura discards (`trafilatura/xpaths.py`, Apache-2.0), without the names of code and tables. */
const boilerplateNames =
  /^shar|share-|social|viral|newsletter|syndication|tags|tag-list|sidebar|banner|bread-?crumb|author|^(post-)?nav|subnav|avigation|navbar|navbox|menu|(^|[\s_-])(nav|ads?|advert\w*|toc|promo(ted)?|feedback|helpful)(?=$|[\s_-])|outbrain|taboola|criteo|paid-?content|widget|footer|sociable|byline|consent|cookie|modal-content|permission|related|next-|-stories|most-(popular|read)|recommend|trending|sponsored|meta|rating|timestamp|user-(info|profile)|article-infos|overlay|obfuscated|blurred|^comment|(article|post)-comments|pagination|catlinks|noprint/i;
