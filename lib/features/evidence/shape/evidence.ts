import { z } from "zod";
import { fileKinds } from "@/lib/features/documents/shape/documents";

/** How a page was reached: itself, by a reader service, from the web archive, or drawn by a browser first. */
export const readRoutes = ["direct", "reader", "archive", "browser"] as const;
export type ReadRoute = (typeof readRoutes)[number];

/** What a page turned out to be. */
export const documentKinds = ["feed", ...fileKinds] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** `GET /api/conversations/{id}/evidence/{evidenceId}`: what was retrieved, as it was. */
export type EvidenceReply = {
  id: string;
  kind: "page" | "search" | "result";
  /** `null` for a list of search results, which is no source of its own. */
  number: number | null;
  url: string | null;
  title: string;
  site: string;
  /** ISO 8601. */
  publishedAt?: string;
  retrievedAt: string;
  /** SHA-256 of the text, as hexadecimal digits. */
  contentHash: string;
  /** Markdown. */
  text: string;
  route?: ReadRoute;
  documentKind?: DocumentKind;
  /** Where each page begins in the text, in UTF-16 units. */
  pages?: readonly number[];
};

export const exportFormats = ["markdown", "html", "docx", "json", "bibtex"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `GET /api/conversations/{id}/messages/{messageId}/export?format=`: an answer with evidence, as a file. */
export const exportQuerySchema = z.object({ format: z.enum(exportFormats) });
