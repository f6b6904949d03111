import { listElements } from "./list-elements";

/**
 * Takes out what frames a text and that the extractor keeps: by the names that sites give such things in their
 * classes, never by ids, which sections have too. What holds a fifth of the page stays, but for questions for
 * consent of known makers, which may be longer than a short page.
 */
export function removeBoilerplate(document: Document): void {
  const whole = getLength(document.body);
  for (const element of listElements(document.body)) {
    const isConsent = consentMakers.test(`${element.className} ${element.id}`);
    // Facts in short: the extractor drops them by this name.
    if (element.localName === "table" && /\binfobox\b/.test(element.className))
      element.removeAttribute("class");
    if (!isConsent && !isNamed(element)) continue;
    if (element.querySelector("h1, main, article") !== null) continue;
    const length = getLength(element);
    if (isConsent ? whole - length > enough : length < whole / 5) element.remove();
  }
}

/** So much text beside a question for consent is a page. */
const enough = 150;

const containers = new Set("div section ul ol aside header footer form p table dl span".split(" "));

function isNamed(element: Element): boolean {
  if (!containers.has(element.localName)) return false;
  const classes = (element.getAttribute("class") ?? "").toLowerCase().split(/\s+/);
  return classes.some((name) => boilerplateNames.test(name));
}

function getLength(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").length;
}

const consentMakers = /(^|\s)(onetrust|didomi|truste|usercentrics|cookiebot|cybotcookiebot)[\w-]*/i;
const boilerplateNames =
  /^(([\w-]+-)?sidebar|breadcrumbs?|pagination|share|sharing|share-?bar|social(-links)?|related([-_](articles|posts|stories|links|content))?|recommended|recommendations|most-(read|popular)|trending|([\w-]+-)?newsletter([-_][\w-]+)?|ads?|ad-container|advert|advertisement|promo(ted)?|sponsored|outbrain|taboola|navbox|toc|printfooter|catlinks|noprint|feedback|helpful|cookie-(banner|note|notice))$/;
