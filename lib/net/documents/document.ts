import type { DocumentKind } from "@/lib/protocol/evidence";

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
  /** ISO 8601, when the document declares it in a form that can be read. */
  publishedAt?: string;
  language?: string;
  markdown: string;
  isCut: boolean;
  /** It seems not to be what a person sees: scripts draw it later, frames, a question for consent. */
  isThin?: boolean;
};

export type ReadDocument = Omit<Draft, "title" | "site" | "isThin"> & {
  kind: DocumentKind;
  title: string;
  site: string;
  isThin: boolean;
};
