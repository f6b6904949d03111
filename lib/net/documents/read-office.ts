import { parseOffice, type OfficeParserAST } from "officeparser";
import { AppError } from "@/lib/errors";
import { findMainPart, isTextPart, openArchive } from "./archive";
import type { FileBody } from "./document";
import { numberParagraphs } from "./docx-numbers";
import { writeOffice } from "./office-markdown";

export type OfficeKind = "docx" | "pptx" | "odt" | "odp" | "rtf";

/** An element takes several hundred bytes as long as a file is read. */
const limits = {
  maxUncompressedBytes: 32 * 1024 * 1024,
  maxXmlElements: 400_000,
  maxTableCells: 200_000,
  maxRepeatedContent: 4_000_000,
};

/**
 * A text or presentation of Word, PowerPoint, OpenDocument or RTF: headings, numbers of lists, tables, links,
 * equations, notes, comments, charts and page headers. Pictures and what is hidden are left out; a hidden
 * slide keeps its number and is empty.
 */
export async function readOffice(bytes: Uint8Array, kind: OfficeKind, maxSlides: number): Promise<FileBody> {
  const found = await parse(kind === "rtf" ? bytes : toTextParts(bytes), kind);
  const { title, author, created } = found.metadata;
  const parts = writeOffice(found);
  if (parts.length === 0)
    throw new AppError("page_unavailable", "The presentation is broken: it holds no slides.");
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(created !== undefined && !Number.isNaN(created.getTime()) && { date: created.toISOString() }),
    ...{ parts: parts.slice(0, maxSlides), isPaged: kind === "pptx" || kind === "odp" },
    ...{ isCut: parts.length > maxSlides || found.warnings.some(isLimit), blank: [] },
  };
}

function isLimit({ code }: { code?: string }): boolean {
  return code !== undefined && code.endsWith("LIMIT_EXCEEDED");
}

const tooLarge = new Set([
  "XML_ELEMENT_LIMIT_EXCEEDED",
  "ZIP_SIZE_LIMIT_EXCEEDED",
  "ZIP_ENTRY_LIMIT_EXCEEDED",
]);

async function parse(bytes: Uint8Array, fileType: OfficeKind): Promise<OfficeParserAST> {
  try {
    const options = { fileType, extractAttachments: true, ignoreSlideMasters: true };
    return await parseOffice(Buffer.from(bytes), { ...options, decompressionLimits: limits });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (tooLarge.has(code)) throw new AppError("too_large", "The document is too large to be read.");
    if (/PASSWORD|ENCRYPT/.test(code))
      throw new AppError("page_refused", "The document is locked. Save it without a password.");
    throw new AppError("page_unavailable", "The document is broken.", { cause });
  }
}

/** The part that is read stands in memory several times as a tree. */
const maxTextBytes = 16 * 1024 * 1024;

/** The parts that hold text, unpacked within a limit, with the numbers that Word would show. */
function toTextParts(bytes: Uint8Array): Uint8Array {
  const archive = openArchive(bytes);
  if (archive.findText("META-INF/manifest.xml")?.includes("encryption-data") === true)
    throw new AppError("page_refused", "The document is locked. Save it without a password.");
  const main = findMainPart(archive) ?? "word/document.xml";
  const text = archive.findText(main, maxTextBytes) ?? "";
  const numbered = numberParagraphs(archive, main, text);
  const links = main.replace(/([^/]*)$/, "_rels/$1.rels");
  const isWord = main.startsWith("word/");
  return archive.rebuild(isTextPart, (name, read) => {
    // The library knows these parts by their usual names.
    if (isWord && name === main) return { name: "word/document.xml", text: withBoxes(numbered ?? text) };
    if (isWord && name === links) return { name: "word/_rels/document.xml.rels" };
    return /^ppt\/slides\/[^/]+$/.test(name) ? { text: toShown(read()) } : {};
  });
}

/** Check boxes of old forms as signs before their fields. */
function withBoxes(xml: string): string {
  const field = /(<w:fldChar[^<>]*>)\s*<w:ffData>((?:(?!<w:ffData>)[\s\S])*?)<\/w:ffData>/g;
  return xml.replace(field, (whole: string, mark: string, data: string) => {
    const box =
      /<w:checked\s*(?:w:val="([^"]*)")?\s*\/>/.exec(data) ?? /<w:default\s+w:val="([^"]*)"/.exec(data);
    if (!data.includes("<w:checkBox>")) return whole;
    const isOn = box !== null && !/^(?:0|false|off)$/.test(box[1] ?? "1");
    return `<w:t xml:space="preserve">${isOn ? "☒" : "☐"}</w:t>${mark}`;
  });
}

const hiddenSlide = /^(?:\s|<\?[^>]*>)*<(?<tag>[\w:]+)(?<marks>[^>]*\sshow="(?:0|false)"[^>]*)>/;

/** A hidden slide empty; of others what says the same on every slide goes, and a footer is called so. */
function toShown(xml: string): string {
  const { tag, marks = "" } = hiddenSlide.exec(xml)?.groups ?? {};
  if (tag !== undefined) return `<${tag}${marks}></${tag}>`;
  return xml
    .split(/(?=<p:sp[\s>])/)
    .map((shape) => {
      const [type, own] = [/<p:ph\s[^<>]*?\btype="(dt|sldNum|hdr|ftr)"/.exec(shape)?.[1], "</p:sp>"];
      if (type === undefined || !shape.startsWith("<p:sp")) return shape;
      return type === "ftr"
        ? shape.replace("<a:t>", "<a:t>Footer: ")
        : shape.slice(shape.includes(own) ? shape.indexOf(own) + own.length : 0);
    })
    .join("");
}
