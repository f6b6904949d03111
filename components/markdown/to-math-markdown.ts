/** Fenced code, inline code, and the three ways in which models write formulas besides `$$`. */
const pieces =
  /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|\\\[([\s\S]+?)\\\]|\\\(([^\n]+?)\\\)|(\$\$)|(?<![\\$\w])\$(?=\S)([^$\n]{1,200}?)(?<=\S)\$(?![\d$])/g;

/** What a formula has and a sum of money has not. */
const looksLikeMath = /[\\^_=<>]|^[A-Za-z]$|^[A-Za-z]\w?\s*[+\-*/]/;

/** Writes every formula the one way that is read (`$$`), leaving code and prices alone. */
export function toMathMarkdown(text: string): string {
  return text.replace(
    pieces,
    (whole: string, code?: string, display?: string, inline?: string, dollars?: string, single?: string) => {
      if (code !== undefined || dollars !== undefined) return whole;
      if (display !== undefined) return `$$\n${display.trim()}\n$$`;
      if (inline === undefined && !looksLikeMath.test(single ?? "")) return whole;
      return `$$${inline ?? single ?? ""}$$`;
    },
  );
}

/** The same for a text that grows: paragraphs that can no longer change are converted once. */
export function createMathConverter(): (text: string) => string {
  let source = "";
  let converted = "";
  return (text) => {
    if (!text.startsWith(source)) [source, converted] = ["", ""];
    const tail = text.slice(source.length);
    const end = findFinishedEnd(tail);
    if (end === 0) return converted + toMathMarkdown(tail);
    converted += toMathMarkdown(tail.slice(0, end));
    source = text.slice(0, source.length + end);
    return converted + toMathMarkdown(tail.slice(end));
  };
}

/** Where the last paragraph begins that no formula and no code reaches into, now or when more is written. */
function findFinishedEnd(text: string): number {
  let end = 0;
  let from = 0;
  for (const match of [...text.matchAll(pieces), null]) {
    const gap = text.slice(from, match?.index);
    const opening = gap.indexOf("\\[");
    const limit = opening === -1 ? gap.length : opening;
    const paragraph = gap.slice(0, limit).lastIndexOf("\n\n");
    if (paragraph !== -1) end = from + paragraph + 2;
    if (opening !== -1 || match === null) break;
    from = match.index + match[0].length;
  }
  return end;
}
