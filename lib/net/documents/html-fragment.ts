import { parseHtml } from "./parse-html";
import { toPlainMarkdown } from "./plain-markdown";

/** A piece of HTML in which everything counts, as Markdown. */
export function toHtmlMarkdown(html: string, url: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const { document } = parseHtml(`<body>${html}</body>`, url);
  return toPlainMarkdown(document.body, { keepsAll: true });
}
