import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";

/** HTML, whole or a piece, in which everything counts, as Markdown. */
export function toHtmlMarkdown(html: string, url: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const { document } = parseHtml(html, url);
  return toPlainMarkdown(document.body, { keepsAll: true });
}
