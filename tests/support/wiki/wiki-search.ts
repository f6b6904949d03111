import type { Article } from "./articles";

export type WikiHit = { id: number; article: Article; snippet: string };

type Query = { text: string; where: "text" | "title" };

const hanPattern = /\p{Script=Han}/u;

/** As MediaWiki's own search: every word must occur, whole words in Latin script, any run of characters in Chinese. */
export function searchArticles(articles: readonly Article[], { text, where }: Query): WikiHit[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const found = articles.flatMap((article, index) => {
    const body = where === "title" ? article.title : toBareText(article.text);
    const counts = words.map((word) => countWord(body, word));
    if (counts.includes(0)) return [];
    const inTitle = words.filter((word) => countWord(article.title, word) > 0).length;
    const score = counts.reduce((sum, count) => sum + count, 0) + inTitle * 10;
    return [{ id: index + 1, article, snippet: toSnippet(toBareText(article.text), words), score }];
  });
  return found.sort((a, b) => b.score - a.score || a.id - b.id).map(({ score: _score, ...hit }) => hit);
}

export function toBareText(text: string): string {
  return text.replace(/^## /gm, "");
}

function countWord(text: string, word: string): number {
  return Array.from(text.matchAll(toPattern(word))).length;
}

function toPattern(word: string): RegExp {
  return hanPattern.test(word)
    ? new RegExp(word, "gu")
    : new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu");
}

/** The lines that hold a word, cut around it, with MediaWiki's marks. */
function toSnippet(text: string, words: string[]): string {
  const first = words[0] ?? "";
  const at = Math.max(text.search(toPattern(first)), 0);
  const start = Math.max(at - 75, 0);
  const window = escapeHtml(text.slice(start, at + 125));
  const marked = words.reduce(
    (html, word) => html.replace(toPattern(word), (match) => `<span class='searchmatch'>${match}</span>`),
    window,
  );
  return `${start > 0 ? "..." : ""}${marked}\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
