import type { ExportFormat } from "@/lib/protocol/evidence";
import { download } from "./download";

/** What leaves the product: a conversation, or one answer of it. */
export type Leaving = { conversationId: string; messageId?: string };

/** In the order in which they are offered. */
export const exportFormats: readonly ExportFormat[] = ["markdown", "html", "docx", "json", "bibtex"];

/** A conversation has all its versions in the form that programs read. */
export function toExportPath({ conversationId, messageId }: Leaving, format: ExportFormat): string {
  const place = `/api/conversations/${encodeURIComponent(conversationId)}`;
  if (messageId !== undefined)
    return `${place}/messages/${encodeURIComponent(messageId)}/export?format=${format}`;
  return `${place}/export?format=${format}${format === "json" ? "&branch=all" : ""}`;
}

export function toPrintPath({ conversationId, messageId }: Leaving): string {
  const place = `/c/${encodeURIComponent(conversationId)}/print`;
  return messageId === undefined ? place : `${place}/${encodeURIComponent(messageId)}`;
}

export function saveFile(place: Leaving, format: ExportFormat): void {
  download(toExportPath(place, format));
}
