import type { FileKind } from "@/lib/protocol/documents";

/** A file that a person gave. `owner`: their id, people take turns in the reading threads. */
export type FileToRead = {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
  password?: string;
  signal: AbortSignal;
  owner: string;
};

/**
 * A file as Markdown. `pages`: where each page, slide or sheet begins in it, in UTF-16 units; empty where
 * there are none. `title` is the file's own, else its name.
 */
export type FileText = {
  kind: FileKind;
  title: string;
  markdown: string;
  pages: number[];
  author?: string;
  /** ISO 8601. */
  date?: string;
  /** There was more than is kept. */
  isCut: boolean;
  /** So many pages had no text, and were read from their pictures. */
  recognizedPages: number;
};
