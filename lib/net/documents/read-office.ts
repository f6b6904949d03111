import { parseOffice, type OfficeParserAST } from "officeparser";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { findMainPart, isTextPart, listRelations, openArchive, type Archive } from "./archive";
import type { FileBody } from "./document";
import { markParagraphs } from "./docx-numbers";
import { writeOffice } from "./office-markdown";
import { refuseAbsurd } from "./xml";

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
  const read = (found: OfficeParserAST) => ({ ...found.metadata, ...found, parts: writeOffice(found) });
  const { title, author, created, parts, warnings } = await parse(
    kind === "rtf" ? toPlainRtf(bytes) : toTextParts(bytes),
    kind,
    read,
  );
  if (parts.length === 0)
    throw new AppError("page_unavailable", "The presentation is broken: it holds no slides.");
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(created !== undefined && !Number.isNaN(created.getTime()) && { date: created.toISOString() }),
    ...{ parts: parts.slice(0, maxSlides), isPaged: kind === "pptx" || kind === "odp" },
    ...{ isCut: parts.length > maxSlides || warnings.some(isLimit), blank: [] },
  };
}

function isLimit({ code }: { code?: string }): boolean {
  return code !== undefined && code.endsWith("LIMIT_EXCEEDED");
}

const issueSchema = z.object({ officeIssue: z.object({ code: z.string() }) });

/** Reads and writes the tree: both go as deep as the file is nested. */
async function parse<RESULT>(
  bytes: Uint8Array,
  fileType: OfficeKind,
  write: (found: OfficeParserAST) => RESULT,
): Promise<RESULT> {
  try {
    const options = { fileType, extractAttachments: true, ignoreSlideMasters: true };
    return write(await parseOffice(Buffer.from(bytes), { ...options, decompressionLimits: limits }));
  } catch (cause) {
    const code = issueSchema.safeParse(cause).data?.officeIssue.code ?? "";
    if (/LIMIT_EXCEEDED$|DEPTH_EXCEEDED$/.test(code) || cause instanceof RangeError) throw tooLarge();
    if (/PASSWORD|ENCRYPT/.test(code)) throw locked();
    throw new AppError("page_unavailable", "The document is broken.", { cause });
  }
}

function tooLarge(): AppError {
  return new AppError("too_large", "The document is too large, or too deeply nested, to be read.");
}

function locked(): AppError {
  return new AppError("page_refused", "The document is locked. Save it without a password.");
}

/** The part that is read stands in memory several times as a tree. */
const maxTextBytes = 16 * 1024 * 1024;

/** The parts that hold text, unpacked within a limit, as the library knows them. */
function toTextParts(bytes: Uint8Array): Uint8Array {
  const archive = openArchive(bytes);
  if (archive.findText("META-INF/manifest.xml")?.includes("encryption-data") === true) throw locked();
  const main = findMainPart(archive) ?? archive.names.find((name) => name === "word/document.xml") ?? null;
  if (main !== null) archive.findText(main, maxTextBytes);
  const { toName, toLinks, chunks } = listParts(archive, main ?? "");
  return archive.rebuild(
    (name) => isTextPart(name) || chunks.has(name),
    (name, read) => {
      const known = toName(name);
      if (!isTextPart(name)) return { name: known };
      refuseAbsurd(read(), 2 * limits.maxXmlElements);
      const xml = declarePrefixes(read());
      if (/^ppt\/slides\/[^/]+$/.test(known)) return { name: known, text: toShown(xml) };
      const isWord = known.startsWith("word/") && known.endsWith(".xml");
      if (!isWord) return { name: known, text: known.endsWith(".rels") ? toLinks(xml) : xml };
      const whole = name === main ? markParagraphs(archive, main, xml) : xml;
      return { name: known, text: withSymbols(withBoxes(whole)) };
    },
  );
}

/** A Word or PowerPoint file's parts by their usual names, by which the library knows them. */
function listParts(archive: Archive, main: string) {
  const [, from = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(main) ?? [];
  const isSlides = archive.names.some((name) => name.startsWith(`${from}slides/`));
  const [to, usual] = isSlides ? ["ppt/", "presentation"] : ["word/", "document"];
  const names = new Map([
    [main, `${to}${usual}.xml`],
    [`${from}_rels/${file}.rels`, `${to}_rels/${usual}.xml.rels`],
  ]);
  const chunks = new Set<string>();
  for (const { type, target } of main === "" ? [] : listRelations(archive, main)) {
    if (/^(?:numbering|styles|comments|footnotes|endnotes)$/.test(type)) {
      names.set(target, `${to}${type}.xml`);
      names.set(target.replace(/([^/]*)$/, "_rels/$1.rels"), `${to}_rels/${type}.xml.rels`);
    }
    if (type === "aFChunk") chunks.add(target);
  }
  const isMoved = main !== "" && from !== to;
  const isOwn = (name: string) => isMoved && name.startsWith(from) && !/^(?:_rels|docProps|\[)/.test(name);
  return {
    chunks,
    toName: (name: string) => names.get(name) ?? (isOwn(name) ? to + name.slice(from.length) : name),
    toLinks: (xml: string) => (isMoved ? xml.replaceAll(`Target="/${from}`, `Target="/${to}`) : xml),
  };
}

/** Prefixes that a program did not declare get a namespace: without one the library refuses the file. */
function declarePrefixes(xml: string): string {
  const prefixes = (pattern: RegExp) => new Set(xml.matchAll(pattern).map(([, one, other]) => one ?? other));
  const declared = prefixes(/\sxmlns:([\w.-]+)\s*=/g);
  const used = prefixes(/<([a-z_][\w.-]*):|\s([a-z_][\w.-]*):[\w.-]+\s*=\s*["']/gi);
  const missing = [...used.difference(declared)]
    .filter((one) => one !== "xml" && one !== "xmlns")
    .slice(0, 50);
  const marks = missing.map((one) => ` xmlns:${one}="urn:${one}"`).join("");
  return marks === "" ? xml : xml.replace(/<[^\s<>/?!]+/, (open) => open + marks);
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

/** Signs of fonts that have pictures in place of letters, by their codes there. */
const symbols: Record<string, ReadonlyMap<number, string>> = {
  Wingdings: listSigns([0x6f, "☐"], [0xa8, "☐"], [0xfb, "✗✓☒☑"], [0xdf, "←→↑↓"], [0xa7, "▪"]),
  "Wingdings 2": listSigns([0x50, "✓☒☑☒☒"], [0xa3, "☐"], [0x4f, "✗"]),
  Symbol: listSigns(
    [0x41, "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"],
    [0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"],
    [0xa3, "≤"],
    [0xa5, "∞"],
    [0xab, "↔←↑→↓°±″≥×∝∂•÷≠≡≈"],
    [0xd6, "√"],
    [0xdb, "⇔⇐⇑⇒⇓"],
  ),
};

function listSigns(...runs: [number, string][]): ReadonlyMap<number, string> {
  return new Map(
    runs.flatMap(([from, signs]) => [...signs].map((sign, index) => [from + index, sign] as const)),
  );
}

/** Signs as text: the library leaves them out. */
function withSymbols(xml: string): string {
  return xml.replace(/<w:sym\s[^<>]*>/g, (mark) => {
    const [font = "", hex = ""] = ["font", "char"].map(
      (name) => new RegExp(`w:${name}="([^"]*)"`).exec(mark)?.[1],
    );
    const code = Number.parseInt(hex, 16);
    const isOfFont = code >= 0xf000 && code <= 0xf0ff;
    const sign =
      symbols[font]?.get(code & 0xff) ??
      (isOfFont || !(code > 31 && code < 0xd800) ? "" : String.fromCodePoint(code));
    return `<w:t xml:space="preserve">${sign.replace(/[<>&]/, "")}</w:t>`;
  });
}

/** Each takes about 500 bytes as long as the file is read. */
const maxRtfMarks = 600_000;
const rtfSigns = { emdash: 8212, endash: 8211, bullet: 8226, emspace: 8195, enspace: 8194 };

/** Signs that the library does not know by their names. */
function toPlainRtf(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  if (
    text
      .matchAll(/[{]|\\[a-z]/g)
      .drop(maxRtfMarks)
      .next().done !== true
  )
    throw tooLarge();
  const plain = text.replace(
    /\\(emdash|endash|bullet|emspace|enspace)(?![a-z\d]) ?/g,
    (_word, name: keyof typeof rtfSigns) => `{\\uc0\\u${rtfSigns[name]} }`,
  );
  return Buffer.from(plain, "latin1");
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
