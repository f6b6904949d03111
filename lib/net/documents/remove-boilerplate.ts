/**
 * Takes out what frames a page's text: menus, banners, questions for consent, shares, recommendations, comments. By role and
 * by the names that sites give such things; never what holds most of the page's text, whatever it is called.
 */
export function removeBoilerplate(document: Document): void {
  const { body } = document;
  const whole = (body?.textContent ?? "").length;
  for (const element of [...(body?.querySelectorAll(candidates) ?? [])]) {
    if (!document.contains(element) || !isBoilerplate(element)) continue;
    if (element.querySelector("h1, main, article") !== null && !isOverlay(element)) continue;
    if ((element.textContent ?? "").length <= whole * mostShare) element.remove();
  }
}

const candidates = "nav, aside, footer, form, dialog, [role], [aria-modal], [class], [id], button";
const mostShare = 0.5;
const roles = new Set(["navigation", "contentinfo", "complementary", "search", "dialog", "alertdialog", "banner", "menu", "menubar", "toolbar"]);
const tags = new Set(["nav", "footer", "aside", "dialog", "button"]);
const containers = new Set("div section ul ol nav aside header footer form p table dl span figure details".split(" "));

function isBoilerplate(element: Element): boolean {
  const name = element.localName;
  // Within an article an aside is a remark, a footer its sources.
  if (tags.has(name)) return element.closest("article p, blockquote") === null && !(name === "aside" && isRemark(element));
  if (roles.has(element.getAttribute("role") ?? "")) return true;
  return isOverlay(element) || (containers.has(name) && boilerplateNames.test(getNames(element)));
}

function isRemark(element: Element): boolean {
  return element.closest("article") !== null && /note|tip|warning|caution|info|callout|admonition|example/i.test(getNames(element));
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

const overlayNames = / (cookies?( (banner|consent|notice|bar|wall|law|popup|modal))|consent|gdpr|ccpa|cmp|onetrust|didomi|truste|usercentrics|cookiebot|paywall|regwall) /;
const boilerplateNames = new RegExp(
  ` (${[
    ...["nav", "navbar", "navigation", "menu", "submenu", "breadcrumbs?", "crumbs", "pagination", "pager", "skip link", "skip links", "skip to content", "sidebar", "side bar", "topbar", "site header", "site footer"],
    ...["masthead", "share", "sharing", "sharebar", "social", "social links", "related", "related (articles|posts|stories|links|content|topics|products)", "recommended", "recommendations", "read (more|next)", "most (read|popular)"],
    ...["trending", "you may also like", "more (from|stories|news)", "newsletter", "subscribe", "subscription", "sign ?up", "promo", "promotion", "ads?", "advert", "advertisement", "adsbygoogle", "sponsored", "outbrain", "taboola"],
    ...["comments?( (list|section|area|form|thread))?", "disqus( thread)?", "reactions", "author bio", "mw editsection", "navbox", "vertical navbox", "toc", "table of contents", "printfooter", "catlinks", "noprint", "mw jump link", "site notice", "edit (on github|this page)", "feedback", "was this helpful", "back to top", "language (switcher|selector)"],
  ].join("|")}) `,
);
