import { Defuddle } from "defuddle/node";
import type { Draft } from "./document";
import { toHtmlMarkdown } from "./html-fragment";
import { listElements } from "./list-elements";
import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";
import { findIconUrl } from "./icon-url";
import { findPublishedDate } from "./published-date";
import { removeBoilerplate } from "./remove-boilerplate";
import { isThinPage } from "./thin-page";

/**
 * The extractor's time grows with the nodes times their depth. Beyond these limits (about 300 ms) a plain
 * walk reads the page instead.
 */
const maxNodes = 5_000;
const maxDepthSum = 50_000;

/** The article as Markdown, without navigation, scripts, banners and hidden text. Makes no requests. */
export async function readHtml(html: string, url: string): Promise<Draft> {
  const { document, isCut } = parseHtml(html, url);
  const about = readHead(document, url);
  // Where a page has no head, its title stands in the body. What is left of the scripts has told its date;
  // the extractor would also take text from there that nobody sees.
  for (const element of listElements(document.documentElement)) {
    if (
      element.localName === "script" ||
      (element.localName === "title" && element.parentElement !== document.head)
    )
      element.remove();
  }
  writeFormulas(document);
  removeBoilerplate(document);
  const isLarge = isTooComplex(document);
  const found = isLarge ? null : await extract(document, url);
  const markdown = found?.markdown ?? readPlain(document);
  const { title, heading, ...declared } = about;
  return {
    ...declared,
    ...found?.about,
    ...toTitle(found?.title || title, heading),
    markdown,
    isCut,
    isThin: isThinPage(html, markdown),
  };
}

type Head = { title: string; heading: string; publishedAt?: string; language?: string; iconUrl?: string };

function readHead(document: Document, url: string): Head {
  const iconUrl = findIconUrl(document, url);
  const published = findPublishedDate(document);
  const language = toLine(document.documentElement.getAttribute("lang"));
  return {
    title: toLine(document.querySelector("title")?.textContent),
    heading: toLine(document.querySelector("h1")?.textContent),
    ...(published === null ? {} : { publishedAt: published }),
    ...(language && { language }),
    ...(iconUrl !== null && { iconUrl }),
  };
}

/** As TeX where the page has it: what the extractor makes of their other forms loses the structure. */
function writeFormulas(document: Document): void {
  for (const formula of listElements(document.documentElement)) {
    const isPicture =
      formula.localName === "img" && (formula.getAttribute("class") ?? "").includes("mwe-math");
    if (formula.localName !== "math" && !isPicture) continue;
    const tex =
      formula.getAttribute("alttext") ??
      formula.getAttribute("alt") ??
      formula.querySelector("annotation")?.textContent ??
      "";
    if (tex.trim() !== "") formula.replaceWith(document.createTextNode(` ${tex.trim()} `));
  }
}

type Extract = {
  title: string;
  about: { site?: string; description?: string; language?: string };
  markdown: string;
};

/** What the extractor takes for the article, unless it left out too much of what the page says. */
async function extract(document: Document, url: string): Promise<Extract> {
  const plain = readPlain(document);
  // `useAsync: false`: some of its extractors would otherwise ask third parties.
  const found = await Defuddle(document, url, { useAsync: false, removeImages: true });
  const markdown = toHtmlMarkdown(found.content, url);
  const site = toLine(found.site);
  const description = toLine(found.description);
  const about = {
    ...(site && { site }),
    ...(description && { description }),
    ...(found.language && { language: found.language }),
  };
  const isMissing =
    countLetters(markdown) < leastShare * countLetters(plain) || hasLostSentences(plain, markdown);
  return { title: toLine(found.title), about, markdown: isMissing ? plain : markdown };
}

const leastShare = 0.6;
const mostLost = 0.2;

/** Whether more than a fifth of the full sentences are gone. Teasers and menus seldom have sentences. */
function hasLostSentences(plain: string, markdown: string): boolean {
  const sentences = plain
    .split("\n")
    .filter((line) => /[.!?。！？।؟…]["”’»」』)]?$/u.test(line) && countLetters(line) > 40);
  const lost = sentences.filter((line) => !markdown.includes(line));
  return sum(lost) > mostLost * sum(sentences);
}

function sum(lines: string[]): number {
  return lines.reduce((total, { length }) => total + length, 0);
}

/** Without the addresses of links. */
function countLetters(markdown: string): number {
  return (
    markdown.replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, "]").match(/[\p{L}\p{N}]/gu)?.length ?? 0
  );
}

const isMainPart: ((element: Element) => boolean)[] = [
  ({ localName }) => localName === "main",
  (element) => element.getAttribute("role") === "main",
  ({ localName }) => localName === "article",
  ({ id }) => /^(content|main|mw-content-text)$/.test(id),
];

/** The page's own main part where it has one that holds most of its text. */
function readPlain(document: Document): string {
  const body = document.body ?? document.documentElement;
  const elements = listElements(body);
  const whole = (body.textContent ?? "").length;
  for (const isMain of isMainPart) {
    const [only, ...others] = elements.filter(isMain);
    if (only !== undefined && others.length === 0 && (only.textContent ?? "").length > whole / 2)
      return toPlainMarkdown(only);
  }
  return toPlainMarkdown(body);
}

/** No page of people has one; the patterns of the extractor take the square of its length. */
const longRun = /(?<!\d)\d{1000}|(?<!\s)\s{5000}/;

function isTooComplex(document: Document): boolean {
  if (longRun.test(document.documentElement.textContent ?? "")) return true;
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

/** The page's title without the site's name, or its heading. */
function toTitle(title: string, heading: string): { title?: string } {
  const found = withoutSiteName(title, heading) || heading;
  return found ? { title: found } : {};
}

/** “Saturn - Some Wiki” headed “Saturn” is “Saturn”: behind the dash stands the site's name. */
function withoutSiteName(title: string, heading: string): string {
  const rest = title.startsWith(heading) ? title.slice(heading.length) : "";
  return heading !== "" && /^\s+[-–—|·]\s+\S/u.test(rest) ? heading : title;
}

function toLine(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
