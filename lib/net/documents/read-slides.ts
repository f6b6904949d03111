import { AppError } from "@/lib/errors";
import { openArchive, readProperties, type Archive } from "./archive";
import type { FileBody } from "./document";
import { toTable } from "./markdown-table";
import { findAll, parseXml } from "./xml";

/**
 * A presentation's slides in their order: title, text, tables and the speaker's notes. A hidden slide keeps
 * its number and is empty.
 */
export function readSlides(bytes: Uint8Array, maxSlides: number): FileBody {
  const archive = openArchive(bytes);
  const targets = readTargets(archive, "ppt/presentation.xml");
  const presentation = parseXml(archive.findText("ppt/presentation.xml") ?? "");
  const slides = findAll(presentation, "sldId").map(
    (slide) => targets.find(({ id }) => id === slide.getAttribute("r:id"))?.path ?? "",
  );
  if (slides.length === 0) throw new AppError("page_unavailable", "The presentation holds no slides.");
  const { publishedAt, ...about } = readProperties(archive);
  return {
    ...about,
    ...(publishedAt && { date: publishedAt }),
    parts: slides.slice(0, maxSlides).map((path, index) => readSlide(archive, path, index + 1)),
    ...{ isPaged: true, isCut: slides.length > maxSlides, blank: [] },
  };
}

/** What a part names of the others. */
function readTargets(archive: Archive, path: string): { id: string; type: string; path: string }[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const xml = archive.findText(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (xml === null) return [];
  return findAll(parseXml(xml), "Relationship").map((one) => ({
    id: one.getAttribute("Id") ?? "",
    type: one.getAttribute("Type") ?? "",
    path: resolvePath(one.getAttribute("Target") ?? "", folder),
  }));
}

/** `../notesSlides/a.xml` beside `ppt/slides/` is `ppt/notesSlides/a.xml`. */
export function resolvePath(target: string, folder: string): string {
  const path = URL.parse(target, `file:///${folder}`)?.pathname.slice(1) ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function readSlide(archive: Archive, path: string, number: number): string {
  const xml = archive.findText(path);
  if (xml === null) return "";
  const slide = parseXml(xml);
  if (slide.getAttribute("show") === "0") return "";
  const titles: string[] = [];
  const texts: string[] = [];
  for (const shape of findAll(slide, "sp")) {
    const place = findAll(shape, "ph")[0];
    const type = place?.getAttribute("type") ?? "";
    if (type === "title" || type === "ctrTitle") titles.push(...readParagraphs(shape, ""));
    else if (!marginTypes.has(type)) texts.push(...readParagraphs(shape, place === undefined ? "" : "- "));
  }
  texts.push(...findAll(slide, "tbl").map(readTable));
  const title = titles.join(" ");
  return [
    `## Slide ${number}${title && `: ${title}`}`,
    ...joinItems(texts),
    ...readNotes(archive, path),
  ].join("\n\n");
}

/** Places that say the same on every slide. */
const marginTypes = new Set(["dt", "ftr", "sldNum", "hdr"]);

/** `mark` before each; those of a list are indented by their level. */
function readParagraphs(shape: Element, mark: string): string[] {
  return findAll(shape, "p").flatMap((paragraph) => {
    const text = findAll(paragraph, "t")
      .map((run) => run.textContent ?? "")
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    const level = Number(findAll(paragraph, "pPr")[0]?.getAttribute("lvl") ?? 0);
    return text === "" ? [] : [`${mark && "  ".repeat(Math.min(8, level || 0))}${mark}${text}`];
  });
}

/** Items of a list stand in lines below each other. */
function joinItems(texts: readonly string[]): string[] {
  const blocks: string[] = [];
  let isInList = false;
  for (const text of texts) {
    const isItem = /^ *- /.test(text);
    if (isItem && isInList) blocks.push(`${blocks.pop() ?? ""}\n${text}`);
    else blocks.push(text);
    isInList = isItem;
  }
  return blocks;
}

function readTable(table: Element): string {
  const [head = [], ...body] = findAll(table, "tr").map((row) =>
    findAll(row, "tc").map((cell) => readParagraphs(cell, "").join(" ")),
  );
  return toTable(head, body);
}

/** The notes have a place for their text, and others for the slide's picture and number. */
function readNotes(archive: Archive, path: string): string[] {
  const notes = readTargets(archive, path).find(({ type }) => type.endsWith("/notesSlide"))?.path;
  const xml = notes === undefined ? null : archive.findText(notes);
  if (xml === null) return [];
  const texts = findAll(parseXml(xml), "sp")
    .filter((shape) => findAll(shape, "ph").some((place) => place.getAttribute("type") === "body"))
    .flatMap((shape) => readParagraphs(shape, ""));
  return texts.length === 0 ? [] : ["### Notes", ...texts];
}
