import type { FileKind } from "@/lib/features/documents/shape/documents";
import type { DocumentKind } from "@/lib/features/evidence/shape/evidence";

/** What was sent, and from where. */
export type DocumentInput = { bytes: Uint8Array; contentType: string; url: string; limits: DocumentLimits };

/** What is beyond these is left out, and `isCut` says so. */
export type DocumentLimits = { pdfPages: number; textCharacters: number };

export const defaultLimits: DocumentLimits = { pdfPages: 200, textCharacters: 300_000 };

/** What a reader of one kind of document finds; what it does not find is told by the address. */
export type Draft = {
  title?: string;
  site?: string;
  description?: string;
  author?: string;
  /** ISO 8601, when the document declares it in a form that can be read. */
  publishedAt?: string;
  language?: string;
  /** Of the picture that it declares for its site. */
  iconUrl?: string;
  markdown: string;
  isCut: boolean;
  /** It seems not to be what a person sees: scripts draw it later, frames, a question for consent. */
  isThin?: boolean;
};

export type ReadDocument = Omit<Draft, "title" | "site" | "isThin" | "author"> & {
  kind: DocumentKind;
  title: string;
  site: string;
  isThin: boolean;
};

/** A file that a person gave, on its way to the thread that reads it. */
export type FileInput = {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
  password?: string | undefined;
  limits: DocumentLimits;
};

/** What the reader of a kind of file finds. */
export type FileBody = {
  title?: string;
  author?: string;
  /** ISO 8601. */
  date?: string;
  /** The Markdown of each page, slide or sheet, also of empty ones; a single part where there are none. */
  parts: string[];
  isPaged: boolean;
  isCut: boolean;
  /** Places in `parts` that have no text, or little beside a picture of the whole page; pictures may have. */
  blank: number[];
};
export type FileDraft = FileBody & { kind: FileKind };

/** A site's icon: a PNG, JPEG, GIF, WebP or ICO. */
export type IconInput = { bytes: Uint8Array };

/** A picture, or a page of a PDF (from 1). `languages`: as the recognition names them, `eng`. */
export type PictureInput = {
  bytes: Uint8Array;
  page: number | null;
  password?: string | undefined;
  languages: readonly string[];
};

/** `confidence`: the recognition's own, from 0 to 100. */
export type RecognizedText = { text: string; confidence: number };
