import { Defuddle } from "defuddle/node";
import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";
import { findPublishedDate } from "./published-date";

export type Article = {
  title: string;
  site: string;
  description?: string;
  /** ISO 8601, when the page declares it in a form that can be read. */
  publishedAt?: string;
  language?: string;
  markdown: string;
  /** Whether part of the page was left out because of how it is built. */
  isCut: boolean;
};

/**
 * The extractor's time grows with the nodes times their depth. Beyond these limits (about a second) a plain walk reads the
 * page instead, so that no page holds up everybody else.
 */
const maxNodes = 12_000;
const maxDepthSum = 80_000;

/** The article of an HTML page as Markdown, without navigation, scripts, banners and hidden text. Asks nobody for anything. */
export async function extractArticle(html: string, url: string): Promise<Article> {
  const { document, isCut } = parseHtml(html, url);
  const title = toLine(document.querySelector("title")?.textContent);
  const heading = toLine(document.querySelector("h1")?.textContent);
  const language = toLine(document.documentElement.getAttribute("lang"));
  const host = URL.parse(url)?.host ?? "";
  const published = findPublishedDate(document);
  const publishedAt = published === null ? {} : { publishedAt: published };
  // Where a page has no head, its title stands in the body.
  for (const element of document.querySelectorAll("body title")) element.remove();
  const plain = toPlainMarkdown(document);
  if (isTooComplex(document))
    return {
      title: withoutSiteName(title, heading) || heading || host,
      site: host,
      ...publishedAt,
      ...(language && { language }),
      markdown: plain,
      isCut,
    };
  // `useAsync: false`: some of its extractors would otherwise ask third parties.
  const found = await Defuddle(document, url, { markdown: true, useAsync: false, removeImages: true });
  return {
    title: withoutSiteName(toLine(found.title) || title, heading) || heading || host,
    site: toLine(found.site) || host,
    ...(found.description && { description: toLine(found.description) }),
    ...publishedAt,
    ...((found.language || language) && { language: found.language || language }),
    markdown: found.content.trim() || plain,
    isCut,
  };
}

function isTooComplex(document: Document): boolean {
  let nodes = 0;
  let depthSum = 0;
  let depth = 0;
  for (let node: Node | null = document.documentElement; node;) {
    nodes += 1;
    depthSum += depth;
    if (nodes > maxNodes || depthSum > maxDepthSum) return true;
    const child: Node | null = node.firstChild;
    if (child) {
      depth += 1;
      node = child;
      continue;
    }
    while (node && !node.nextSibling) {
      depth -= 1;
      node = node.parentNode;
    }
    node = node?.nextSibling ?? null;
  }
  return false;
}

/** “Saturn - Some Wiki” under the heading “Saturn” is “Saturn”: what stands behind the dash is the site's name. */
function withoutSiteName(title: string, heading: string): string {
  const rest = title.startsWith(heading) ? title.slice(heading.length) : "";
  return heading !== "" && /^\s+[-–—|·]\s+\S/u.test(rest) ? heading : title;
}

function toLine(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
