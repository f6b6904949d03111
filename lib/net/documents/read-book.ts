import { AppError } from "@/lib/errors";
import { openArchive, type Archive } from "./archive";
import type { FileBody } from "./document";
import { listElements } from "./list-elements";
import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";
import { findAll, parseXml, resolvePath } from "./xml";

/** The book's placeholder in the addresses of its parts. */
const inside = "http://book.invalid/";

/** An EPUB's chapters in the order of its spine, with its notes. Links between them are their text. */
export function readBook(bytes: Uint8Array, maxCharacters: number): FileBody {
  const archive = openArchive(bytes);
  const container = parseXml(archive.findText("META-INF/container.xml") ?? "");
  const path = findAll(container, "rootfile")[0]?.getAttribute("full-path") ?? "";
  const xml = archive.findText(path);
  if (xml === null) throw new AppError("page_unavailable", "The book is broken: it does not list its parts.");
  const book = parseXml(xml);
  const find = (name: string) => toLine(findAll(book, name)[0]?.textContent);
  const [title, author, time] = [find("title"), find("creator"), Date.parse(find("date"))];
  const { chapters, isCut } = readChapters(archive, book, toFolder(path), maxCharacters);
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(Number.isNaN(time) ? {} : { date: new Date(time).toISOString() }),
    ...{ parts: [chapters.join("\n\n")], isPaged: false, isCut, blank: [] },
  };
}

function toLine(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

function toFolder(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function readChapters(archive: Archive, book: Element, folder: string, maxCharacters: number) {
  const files = new Map(
    findAll(book, "item").map((item) => [
      item.getAttribute("id") ?? "",
      resolvePath(item.getAttribute("href") ?? "", folder),
    ]),
  );
  const titles = readContents(archive, book, folder);
  const markNotes = createNotes();
  const chapters: string[] = [];
  let room = maxCharacters;
  let isCut = false;
  for (const item of findAll(book, "itemref")) {
    if (room <= 0) return { chapters, isCut: true };
    const name = files.get(item.getAttribute("idref") ?? "") ?? "";
    const html = archive.findText(name);
    if (html === null) continue;
    // An empty element of XML would stay open as HTML, and take the rest of the chapter with it.
    const whole = html.replace(/<(title|script|a|span|div|i|p)(\s[^<>]*)?\/>/gi, "");
    const address = new URL(encodeURI(name), inside).href;
    const parsed = parseHtml(whole, address, { keepsPictures: true });
    isCut ||= parsed.isCut;
    markNotes(parsed.document, address);
    const text = toPlainMarkdown(parsed.document.body, { keepsAll: true });
    const title = titles.get(name) ?? "";
    const chapter = title !== "" && text !== "" && !/^#/m.test(text) ? `# ${title}\n\n${text}` : text;
    room -= chapter.length;
    if (chapter !== "") chapters.push(chapter);
  }
  return { chapters, isCut };
}

/** What the contents call each chapter: of EPUB 3 in a page, of EPUB 2 in a part of their own. */
function readContents(archive: Archive, book: Element, folder: string): Map<string, string> {
  const isContents = (item: Element) =>
    /(^|\s)nav(\s|$)/.test(item.getAttribute("properties") ?? "") ||
    item.getAttribute("media-type") === "application/x-dtbncx+xml";
  const titles = new Map<string, string>();
  for (const item of findAll(book, "item").filter(isContents)) {
    const path = resolvePath(item.getAttribute("href") ?? "", folder);
    const xml = archive.findText(path);
    const root = xml === null ? null : parseXml(xml);
    const add = (target: string | null | undefined, text: string | null | undefined) => {
      const name = resolvePath(target ?? "", toFolder(path));
      if (!titles.has(name)) titles.set(name, toLine(text));
    };
    for (const link of root === null ? [] : findAll(root, "a"))
      add(link.getAttribute("href"), link.textContent);
    for (const point of root === null ? [] : findAll(root, "navPoint"))
      add(findAll(point, "content")[0]?.getAttribute("src"), findAll(point, "text")[0]?.textContent);
  }
  return titles;
}

/**
 * Marks of notes, and the notes that they lead to, get the same number in the whole book; pictures are
 * told by their words.
 */
function createNotes() {
  const numbers = new Map<string, number>();
  const toMark = (place: string) => {
    const number = numbers.get(place) ?? numbers.size + 1;
    numbers.set(place, number);
    return `[^${number}]`;
  };
  const isCalled = (element: Element, name: RegExp) =>
    name.test(`${element.getAttribute("epub:type") ?? ""} ${element.getAttribute("role") ?? ""}`);
  return (document: Document, address: string) => {
    for (const element of listElements(document.body)) {
      const href = element.getAttribute("href") ?? "";
      const own = `${address}#${element.id}`;
      const alt = element.localName === "img" ? toLine(element.getAttribute("alt")) : "";
      const isMark = href !== "" && isCalled(element, /\b(?:doc-)?noteref\b/);
      if (isMark) element.textContent = toMark(href.startsWith("#") ? address + href : href);
      else if (numbers.has(own) || isCalled(element, /\b(?:foot|end|rear)note\b/))
        (element.firstElementChild ?? element).prepend(`${toMark(own)}: `);
      if (isMark || href.startsWith(inside)) element.removeAttribute("href");
      if (alt !== "") element.replaceWith(`(Picture: ${alt})`);
    }
  };
}
