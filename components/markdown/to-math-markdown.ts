type MathMarkdown = { markdown: string; hasMath: boolean };

/** Fenced code, inline code, and the three ways in which models write formulas besides `$$`. */
const pieces =
  /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|\\\[([\s\S]+?)\\\]|\\\(([^\n]+?)\\\)|(\$\$)|(?<![\\$\w])\$(?=\S)([^$\n]{1,200}?)(?<=\S)\$(?![\d$])/g;

/** What a formula has and a sum of money has not. */
const looksLikeMath = /[\\^_=<>]|^[A-Za-z]$|^[A-Za-z]\w?\s*[+\-*/]/;

/** Writes every formula the one way that is read (`$$`), leaving code and prices alone. */
export function toMathMarkdown(text: string): MathMarkdown {
  let hasMath = false;
  const markdown = text.replace(
    pieces,
    (whole: string, code?: string, display?: string, inline?: string, dollars?: string, single?: string) => {
      if (code !== undefined) return whole;
      if (display === undefined && inline === undefined && dollars === undefined && !looksLikeMath.test(single ?? "")) return whole;
      hasMath = true;
      if (display !== undefined) return `$$\n${display.trim()}\n$$`;
      return dollars ?? `$$${inline ?? single ?? ""}$$`;
    },
  );
  return { markdown, hasMath };
}
