/** A passage of Markdown as a page shows it: without its signs, on one line. */
export function toPlainPassage(markdown: string): string {
  return listPlainLines(markdown).join(" ");
}

/** Line by line; of a row of a table its longest cell. */
export function listPlainLines(markdown: string): string[] {
  return markdown
    .split("\n")
    .map(toPlainLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

function toPlainLine(line: string): string {
  const cell = line.includes("|") ? (line.split("|").toSorted((a, b) => b.length - a.length)[0] ?? "") : line;
  return cell
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+)*/, "")
    .replace(/!\[[^\][]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, " ")
    .replace(/\[([^\][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
    .replace(/(?<!\\)(?:\*\*|__|~~|`+)/g, "")
    .replace(/(^|[\s(])[*_](?=\S)|(?<=[^\s\\])[*_](?=[\s).,;:!?]|$)/g, "$1")
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
