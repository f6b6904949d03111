import { getFormat } from "./document-format";
import type { DocumentInput } from "./document";

/** Every mark becomes a node that the extractor visits many times, about 50 µs in all. */
const fewMarks = 600;
const shortHtml = 64 * 1024;
const shortText = 128 * 1024;

/** Whether a document is read in less time than others may be kept waiting, about 30 ms. Throws what `getFormat` throws. */
export function isQuick(input: DocumentInput): boolean {
  const { bytes } = input;
  switch (getFormat(input)) {
    case "pdf":
    case "docx":
      return false;
    case "html":
    case "feed":
      return bytes.length <= shortHtml && countMarks(bytes) <= fewMarks;
    case "markdown":
    case "text":
    case "xml":
    case "json":
    case "csv":
      return bytes.length <= shortText;
  }
}

const lessThan = 0x3c;

function countMarks(bytes: Uint8Array): number {
  let count = 0;
  for (let place = bytes.indexOf(lessThan); place !== -1; place = bytes.indexOf(lessThan, place + 1)) count += 1;
  return count;
}
