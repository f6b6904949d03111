import type { DocumentInput } from "./document";
import { getFormat } from "./document-format";

const shortText = 128 * 1024;

/**
 * Whether a document is read in less time than others may be kept waiting, a few ms. The libraries for pages, feeds, PDF and DOCX take
 * longer than that only to be loaded. Throws what `getFormat` throws.
 */
export function isQuick(input: DocumentInput): boolean {
  switch (getFormat(input)) {
    case "html":
    case "feed":
    case "pdf":
    case "docx":
      return false;
    case "markdown":
    case "text":
    case "xml":
    case "json":
    case "csv":
      return input.bytes.length <= shortText;
  }
}
