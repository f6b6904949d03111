import { AppError } from "@/lib/errors";
import {
  defaultLimits,
  type DocumentInput,
  type DocumentLimits,
  type ReadDocument,
} from "./documents/document";
import { createDocumentPool } from "./documents/document-pool";
import { parseDocument } from "./documents/parse-document";
import { getFormat } from "./documents/document-format";

export type { DocumentLimits, ReadDocument } from "./documents/document";

export type ReadDocumentOptions = {
  bytes: Uint8Array;
  /** As the server sent it, with parameters; may be empty. */
  contentType: string;
  url: string;
  signal: AbortSignal;
  /** The id of the person for whom it is read: people take turns. */
  owner?: string | undefined;
  limits?: Partial<DocumentLimits>;
};

/**
 * What a server sent, as Markdown; slow things are read in another thread. Throws `unsupported_media`,
 * `too_large`, `page_unavailable` (broken), `page_refused` (locked), `timeout` and `aborted`.
 */
export async function readDocument({
  limits,
  signal,
  owner = "",
  ...sent
}: ReadDocumentOptions): Promise<ReadDocument> {
  if (signal.aborted) throw new AppError("aborted", "Reading a document was stopped.");
  const input: DocumentInput = { ...sent, limits: { ...defaultLimits, ...limits } };
  return isQuick(input) ? parseDocument(input) : readElsewhere(input, signal, owner);
}

const readElsewhere = createDocumentPool("page");

const shortText = 128 * 1024;

/**
 * Whether a document is read in less time than others may be kept waiting, a few ms. The libraries for pages,
 * feeds, PDF and DOCX take longer than that only to be loaded. Throws what `getFormat` throws.
 */
function isQuick(input: DocumentInput): boolean {
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
