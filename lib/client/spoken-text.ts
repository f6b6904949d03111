/** Sentences that are finished in `text` after `from`, without markup, and where the next ones begin. */
export function readFinishedSentences(text: string, from: number): { spoken: string; next: number } {
  const rest = text.slice(from);
  const end = rest.search(lastSentenceEnd);
  if (end === -1) return { spoken: "", next: from };
  const next = from + end + 1;
  return { spoken: toPlainText(text.slice(from, next)), next };
}

/** The last end of a sentence or paragraph that something follows, so that "3." of "3.14" is not taken for one. */
const lastSentenceEnd = /(?:[.!?…](?=\s)|[。！？]|\n)(?![\s\S]*(?:[.!?…]\s|[。！？]|\n))/;

/** Markdown as it is read aloud: no marks, no addresses, no citation numbers, no code. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?(```|$)/g, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[\d{1,4}\]/g, "")
    .replace(/^[#>\-*+|\s]+|[*_`|~]+/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}
