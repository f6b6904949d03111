import { exportConversation } from "@/lib/features/sharing/api";
import { exportAnswer } from "@/lib/features/evidence/api";
import type { ExportFormat } from "@/lib/features/evidence/shape/evidence";
import { toPath } from "@/lib/protocol/endpoint";
import { download } from "./download";

/** What leaves the product: a conversation, or one answer of it. */
export type Leaving = { conversationId: string; messageId?: string };

/** In the order in which they are offered. */
export const exportFormats: readonly ExportFormat[] = ["markdown", "html", "docx", "json", "bibtex"];

/** A conversation has all its versions in the form that programs read. */
export function toExportPath({ conversationId, messageId }: Leaving, format: ExportFormat): string {
  const id = conversationId;
  if (messageId !== undefined) return toPath(exportAnswer, { params: { id, messageId }, query: { format } });
  const query = { format, branch: format === "json" ? "all" : null };
  return toPath(exportConversation, { params: { id }, query });
}

export function toPrintPath({ conversationId, messageId }: Leaving): string {
  const place = `/c/${encodeURIComponent(conversationId)}/print`;
  return messageId === undefined ? place : `${place}/${encodeURIComponent(messageId)}`;
}

export function saveFile(place: Leaving, format: ExportFormat): void {
  download(toExportPath(place, format));
}
