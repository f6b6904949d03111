/** Splits prose into sentences as written. Markdown markup and footnote marks are dropped, for they would read as citations. */
export function splitSentences(markdown: string): string[] {
  return toPlainText(markdown)
    .split(/\n+/u)
    .flatMap((line) => splitLine(line.trim()))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1);
}

/** Prose without Markdown markup: links become their words, pictures and footnote marks vanish. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/gu, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/gu, "")
    .replace(/\[([^\]]*)\]\((?:[^()]|\([^)]*\))*\)/gu, "$1")
    .replace(/\\?\[(?:\d+|note \d+|citation needed|edit)\\?\]/giu, "")
    .replace(/^[^\S\n]*(?:[-*+]|\d+\.|>)\s+/gmu, "")
    .replace(/(\*\*|__|\*|`)(?=\S)([^\n]*?\S)\1/gu, "$2")
    .replace(/\\([\\`*_{}[\]()#+.!-])/gu, "$1")
    .replace(/[ \t]+/gu, " ");
}

const abbreviation =
  /(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|approx|No|ca|e\.g|i\.e|U\.S|Mt|Ft)|(?:^|\s)\p{Lu})\.$/u;

function splitLine(line: string): string[] {
  const pieces = line.split(
    /(?<=[。！？；]["”』」]?)(?!["”』」])|(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}\p{Script=Han}])/u,
  );
  const sentences: string[] = [];
  for (const piece of pieces) {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last.trim()))
      sentences[sentences.length - 1] = `${last} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}
