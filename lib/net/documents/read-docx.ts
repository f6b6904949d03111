import { convertToHtml, images } from "mammoth";
import { AppError } from "@/lib/errors";
import { isTextPart, openArchive, readProperties } from "./archive";
import type { Draft } from "./document";
import { toHtmlMarkdown } from "./html-fragment";

/** The part that is read stands in memory several times as a tree. */
const maxTextBytes = 16 * 1024 * 1024;

/** A Word document's text with its headings, lists, tables and links; pictures are left out. */
export async function readDocx(bytes: Uint8Array, url: string): Promise<Draft> {
  const archive = openArchive(bytes);
  if (archive.findText("word/document.xml", maxTextBytes) === null)
    throw new AppError(
      "unsupported_media",
      `${new URL(url).host} sent an archive, which cannot be read as text.`,
    );
  const html = await convert(archive.rebuild(isTextPart));
  return { ...readProperties(archive), markdown: toHtmlMarkdown(html, url), isCut: false };
}

async function convert(bytes: Uint8Array): Promise<string> {
  try {
    const convertImage = images.imgElement(() => Promise.resolve({ src: "" }));
    const { value } = await convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage, externalFileAccess: false },
    );
    return value;
  } catch (cause) {
    throw new AppError("page_unavailable", "The document is broken.", { cause });
  }
}
