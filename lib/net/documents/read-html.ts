import { Readability } from "@mozilla/readability";
import type { Draft } from "./document";
import { listElements } from "./list-elements";
import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";
import { findIconUrl } from "./icon-url";
import { findPublishedDate } from "./published-date";
import { removeBoilerplate } from "./remove-boilerplate";
import { isThinPage } from "./thin-page";

/** The extractor reads the text of each element again and again: of more, a plain walk reads the page. */
const maxElements = 20_000;

/** The article as Markdown, without navigation, scripts, banners and hidden text. Makes no requests. */
export async function readHtml(html: string, url: string): Promise<Draft> {
  const { document, isCut } = parseHtml(html, url);
  const about = readHead(document, url);
  for (const script of document.head.querySelectorAll("script")) script.remove();
  writeFormulas(document);
  removeBoilerplate(document);
  const { plain, isMain } = readPlain(document);
  const isLarge = listElements(document.body).length > maxElements;
  const found = isLarge ? null : extract(document, plain, isMain && plain.length < shortMain);
  const markdown = found?.markdown ?? plain;
  const { title, heading, ...declared } = about;
  return {
    ...found?.about,
    ...declared,
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

type Extract = { title: string; about: { site?: string; description?: string }; markdown: string };

/** Ids that repeat a section's own heading (`id="navigation"`) say what it is about, not what it is for. */
function dropHeadingIds(document: Document): void {
  for (const heading of document.body.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const { parentElement: section } = heading;
    const words = toSlug(heading.textContent ?? "");
    heading.removeAttribute("id");
    if (section?.firstElementChild === heading && words.startsWith(toSlug(section.id)))
      section.removeAttribute("id");
  }
}

function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Of so short a main part the extractor loses prices, tables and small print. */
const shortMain = 2_000;

/** What the extractor takes for the article, unless it left out too much of the page or of a short one. */
function extract(document: Document, plain: string, isShort: boolean): Extract | null {
  dropHeadingIds(document);
  const found = new Readability<Element>(document, {
    ...{ keepClasses: true, disableJSONLD: true },
    // With less it tries again, less strictly.
    charThreshold: Math.max(500, sum(listSentences(plain)) / 2),
    serializer: (root) => root as Element,
  }).parse();
  if (found === null) return null;
  const article = found.content ? toPlainMarkdown(found.content) : "";
  const site = toLine(found.siteName);
  const description = toLine(found.excerpt);
  return {
    title: toLine(found.title),
    about: { ...(site && { site }), ...(description && { description }) },
    markdown:
      (isShort && article.length < plain.length) || hasLostSentences(plain, article) ? plain : article,
  };
}

const mostLost = 0.8;

/** Whether most of the full sentences are gone. Teasers and menus seldom have sentences. */
function hasLostSentences(plain: string, article: string): boolean {
  if (article.trim() === "") return true;
  const sentences = listSentences(plain);
  return sum(sentences.filter((line) => !article.includes(line))) > mostLost * sum(sentences);
}

function listSentences(markdown: string): string[] {
  const lines = markdown.split("\n");
  return lines.filter((line) => /[.!?。！？।؟…]["”’»」』)]?$/u.test(line) && countLetters(line) > 40);
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

const isMainById = ({ id }: Element) => /^(content|main|mw-content-text)$/.test(id);
const isMainPart: ((element: Element) => boolean)[] = [
  ({ localName }) => localName === "main",
  (element) => element.getAttribute("role") === "main",
  ({ localName }) => localName === "article",
  isMainById,
];

/** The page's own main part where it has one that holds most of its text. */
function readPlain(document: Document): { plain: string; isMain: boolean } {
  const { body } = document;
  const elements = listElements(body);
  const whole = (body.textContent ?? "").length;
  for (const isMain of isMainPart) {
    const [only, ...others] = elements.filter(isMain);
    if (only !== undefined && others.length === 0 && (only.textContent ?? "").length > whole / 2)
      return { plain: toPlainMarkdown(only), isMain: isMain !== isMainById };
  }
  return { plain: toPlainMarkdown(body), isMain: false };
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
