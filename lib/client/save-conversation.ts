export const exportFormats = ["markdown", "html", "json"] as const;

export function toExportAddress(conversationId: string): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}/export`;
}

/** The server names the file; the page stays where it is. */
export function saveConversation(conversationId: string, format: (typeof exportFormats)[number]): void {
  const link = document.createElement("a");
  link.href = `${toExportAddress(conversationId)}?format=${format}${format === "json" ? "&branch=all" : ""}`;
  link.download = "";
  link.click();
}
