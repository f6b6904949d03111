import { listElements } from "./list-elements";

/**
 * Takes out what frames a page's text: menus, banners, questions for consent, shares, recommendations,
 * comments. By role and by the names that sites give such things, and menus by being nothing but links; what
 * holds most of the page's text stays, whatever it is called.
 */
export function removeBoilerplate(document: Document): void {
  const { body } = document;
  if (body === null) return;
  const elements = listElements(body);
  // Facts in short: the extractor knows them by this name, and drops them.
  for (const element of elements)
    if (element.localName === "table" && /\binfobox\b/.test(element.className))
      element.removeAttribute("class");
  const page = { body, length: getLength(body) };
  const found = elements
    .filter(isBoilerplate)
    .filter((element) => isOverlay(element) || element.querySelector("h1, main, article") === null);
  const others = found.filter((element) => !isOverlay(element));
  const comments = others.filter(isComment);
  removeUnlessMost(page, found.filter(isOverlay), enoughBeside);
  // A forum is comments all over: they go together or stay together.
  removeUnlessMost(page, comments, mostShare);
  removeUnlessMost(page, [...others.filter(isMenu), ...elements.filter(isLargeMenu)], enoughBeside);
  for (const element of others) if (!isComment(element)) removeUnlessMost(page, [element], mostShare);
}

type PageBody = { body: Element; /** Of its text, as it is now. */ length: number };

/** What is left may be this short a part of the page. */
const mostShare = (whole: number) => whole / 2;
/** A page can be short, and its menu or its question for consent long: so much text beside them is a page. */
const enoughBeside = (whole: number) => Math.min(150, whole / 2);

/** Elements inside others of them count once. */
function removeUnlessMost(page: PageBody, elements: Element[], toLeast: (whole: number) => number): void {
  const known = new Set(elements);
  const outer = [...known].filter((element) => page.body.contains(element) && !hasAncestorIn(element, known));
  const length = outer.reduce((total, element) => total + getLength(element), 0);
  if (page.length - length < toLeast(page.length)) return;
  for (const element of outer) element.remove();
  page.length -= length;
}

function hasAncestorIn(element: Element, known: Set<Element>): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
    if (known.has(parent)) return true;
  return false;
}

function getLength(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").length;
}

const fewestLinks = 4;
const fewestOfLarge = 25;
const largeTags = new Set(["ul", "ol", "table", "tbody", "div"]);

/** Nothing but links to speak of. */
function isMenu(element: Element): boolean {
  const links = [...element.querySelectorAll("a")];
  return (
    links.length >= fewestLinks &&
    links.reduce((total, link) => total + getLength(link), 0) > 0.7 * getLength(element)
  );
}

/** One that has no name to know it by, outside of what the page calls its main part. */
function isLargeMenu(element: Element): boolean {
  return (
    largeTags.has(element.localName) &&
    element.childElementCount >= fewestOfLarge &&
    element.closest("main, article, [role=main], #content") === null &&
    isMenu(element)
  );
}

const roles = new Set(
  "navigation contentinfo complementary search dialog alertdialog banner menu menubar toolbar".split(" "),
);
const tags = new Set(["nav", "footer", "aside", "dialog", "button"]);
const containers = new Set(
  "div section ul ol nav aside header footer form p table dl span figure details".split(" "),
);

function isBoilerplate(element: Element): boolean {
  const name = element.localName;
  // Within an article an aside is a remark, a footer its sources.
  if (tags.has(name))
    return element.closest("article p, blockquote") === null && !(name === "aside" && isRemark(element));
  if (roles.has(element.getAttribute("role") ?? "")) return true;
  if (name === "a") return skipNames.test(getNames(element));
  return (
    isOverlay(element) ||
    (containers.has(name) && (boilerplateNames.test(getNames(element)) || isComment(element)))
  );
}

function isComment(element: Element): boolean {
  return commentNames.test(getNames(element));
}

function isRemark(element: Element): boolean {
  return (
    element.closest("article") !== null &&
    /note|tip|warning|caution|info|callout|admonition|example/i.test(getNames(element))
  );
}

function isOverlay(element: Element): boolean {
  if (element.getAttribute("aria-modal") === "true") return true;
  return containers.has(element.localName) && overlayNames.test(getNames(element));
}

/** Class and id in pieces: `CookieBanner_root__x1` is read as ` cookie banner root x1 `. */
function getNames(element: Element): string {
  const names = `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;
  return ` ${names
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_:/]+/g, " ")
    .toLowerCase()} `;
}

const overlayNames =
  / (cookies?( (banner|consent|notice|bar|wall|law|popup|modal))|consent|gdpr|ccpa|cmp|onetrust|didomi|truste|usercentrics|cookiebot|paywall|regwall) /;
const skipNames = / (skip( to)? (link|content)|mw jump link|screen reader shortcut) /;
const commentNames = / (comments?( (list|section|area|form|thread))?|disqus( thread)?|reactions) /;
const boilerplateNames = new RegExp(
  ` (${[
    ...[
      "nav",
      "navbar",
      "navigation",
      "menu",
      "submenu",
      "breadcrumbs?",
      "crumbs",
      "pagination",
      "pager",
      "skip link",
      "skip links",
      "skip to content",
      "sidebar",
      "side bar",
      "topbar",
      "site header",
      "site footer",
    ],
    ...[
      "masthead",
      "footer",
      "share",
      "sharing",
      "sharebar",
      "social",
      "social links",
      "related",
      "related (articles|posts|stories|links|content|topics|products)",
      "recommended",
      "recommendations",
      "read (more|next)",
      "most (read|popular)",
    ],
    ...[
      "trending",
      "you may also like",
      "more (from|stories|news)",
      "newsletter",
      "subscribe",
      "subscription",
      "sign ?up",
      "promo",
      "promotion",
      "ads?",
      "advert",
      "advertisement",
      "adsbygoogle",
      "sponsored",
      "outbrain",
      "taboola",
    ],
    ...[
      "author bio",
      "mw editsection",
      "navbox",
      "vertical navbox",
      "toc",
      "table of contents",
      "printfooter",
      "catlinks",
      "noprint",
      "mw jump link",
      "site notice",
      "edit (on github|this page)",
      "feedback",
      "was this helpful",
      "back to top",
      "language (switcher|selector)",
    ],
  ].join("|")}) `,
);
