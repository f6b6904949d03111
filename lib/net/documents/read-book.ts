import { AppError } from "@/lib/errors";
import { openArchive } from "./archive";
import type { FileBody } from "./document";
import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";
import { findAll, parseXml, resolvePath } from "./xml";

/** An EPUB's chapters in the order of its spine. Links between them are their text. */
export function readBook(bytes: Uint8Array, maxCharacters: number): FileBody {
  const archive = openArchive(bytes);
  const container = parseXml(archive.findText("META-INF/container.xml") ?? "");
  const path = findAll(container, "rootfile")[0]?.getAttribute("full-path") ?? "";
  const xml = archive.findText(path);
  if (xml === null) throw new AppError("page_unavailable", "The book is broken: it does not list its parts.");
  const book = parseXml(xml);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const files = new Map(
    findAll(book, "item").map((item) => [
      item.getAttribute("id") ?? "",
      resolvePath(item.getAttribute("href") ?? "", folder),
    ]),
  );
  const chapters: string[] = [];
  let room = maxCharacters;
  let isCut = false;
  for (const { id } of findAll(book, "itemref").map((item) => ({ id: item.getAttribute("idref") ?? "" }))) {
    if (room <= 0) {
      isCut = true;
      break;
    }
    const html = archive.findText(files.get(id) ?? "");
    if (html === null) continue;
    // An empty element of XML would stay open as HTML, and take the rest of the chapter with it.
    const parsed = parseHtml(
      html.replace(/<(title|script|a|span|div|i|p)(\s[^<>]*)?\/>/gi, ""),
      "about:blank",
    );
    isCut ||= parsed.isCut;
    const chapter = toPlainMarkdown(parsed.document.body, { keepsAll: true });
    room -= chapter.length;
    if (chapter !== "") chapters.push(chapter);
  }
  const find = (name: string) => (findAll(book, name)[0]?.textContent ?? "").replace(/\s+/g, " ").trim();
  const [title, author, time] = [find("title"), find("creator"), Date.parse(find("date"))];
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(Number.isNaN(time) ? {} : { date: new Date(time).toISOString() }),
    ...{ parts: [chapters.join("\n\n")], isPaged: false, isCut, blank: [] },
  };
}
