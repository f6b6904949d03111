import MarkdownIt from "markdown-it";
import { showAddresses } from "./shown-addresses";

export type HtmlPage = { title: string; language: string; body: string };

/** One page that needs nothing from elsewhere and runs nothing. `body` is HTML. */
export function toHtmlPage({ title, language, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body></html>
`;
}

/** HTML in the text stays text. */
export const renderMarkdown = (text: string): string => markdown.render(text);

const markdown = showAddresses(new MarkdownIt({ html: false, linkify: true }));
/** Pictures are left out: they would be fetched from elsewhere. */
markdown.renderer.rules.image = (tokens, at) => escapeHtml(tokens[at]?.content ?? "");

/** Whether a reader of Markdown may make a link of the word, or of what stands between two signs in it. */
export const isLinked = (word: string): boolean =>
  /\/\/|@|www\.|(?:mailto|xmpp):/i.test(word) ||
  [word, ...word.split(/[\\*_|~#!&;]/)].some((part) => markdown.linkify.test(part));

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#14212e}
h1{font-size:1.4rem}h2{font-size:.85rem;color:#5c6b78;margin:1.6rem 0 .3rem}h3{font-size:.85rem;margin:1rem 0 .3rem}
.asked{white-space:pre-wrap;background:#f1efe9;border-radius:.6rem;padding:.6rem .9rem;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f1efe9;padding:.7rem;border-radius:.4rem}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .5rem}
ol{padding-inline-start:2rem;font-size:.85rem}ol span{color:#5c6b78;overflow-wrap:anywhere}a{color:#8a6116}
@media print{body{margin:0;max-width:none}section{break-inside:auto}h2{break-after:avoid}}`;
