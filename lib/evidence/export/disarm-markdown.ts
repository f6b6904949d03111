/**
 * Markdown in which a picture is a link and HTML is text, however it is shown: a picture would be fetched,
 * and HTML run. Code stays as it is where every reader of Markdown agrees that it is code: between fences at
 * the start of a line, and between backticks of one line. Elsewhere signs of it may be written as entities.
 */
export function disarmMarkdown(markdown: string): string {
  const fences = createFenceReader();
  let isDoubtful = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (fences.isCode(line)) return line;
      // No span of code goes on behind an empty line.
      const disarmed = disarmLine(line, isDoubtful && line.trim() !== "");
      isDoubtful = disarmed.isDoubtful;
      return disarmed.text;
    })
    .join("\n");
}

/**
 * Tells the lines between fences, and the fence that ends them. A fence inside of a list or quotation ends
 * with that, so from one on none is trusted.
 */
function createFenceReader() {
  let fence: string | null = null;
  let isTrusted = true;
  return {
    isCode(line: string): boolean {
      if (fence !== null) {
        const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
        if (end?.startsWith(fence) === true) fence = null;
        return true;
      }
      const [, before = "", mark] = /^([\s>*+\-\d.)]*)(`{3,}(?!.*`)|~{3,})/.exec(line) ?? [];
      if (mark === undefined) return false;
      isTrusted &&= before === "";
      if (isTrusted) fence = mark;
      return false;
    },
  };
}

/**
 * Addresses, links, formulas and tags may hold a backtick that begins no code, and another that does not end
 * it.
 */
const doubts = /[$@<]|\]\(|:\/\/|www\./i;

/** A backslash would not do: an address that stands before it takes it along. */
const entities: Record<string, string> = { "<": "&lt;", "\\<": "&lt;", "![": "&#33;[", "\\![": "&#33;[" };

/** `isDoubtful`: something before, in the same paragraph, may decide otherwise what is code. */
function disarmLine(line: string, isDoubtful: boolean): { text: string; isDoubtful: boolean } {
  let text = "";
  let isInDoubt = isDoubtful;
  const tokens = /\\?(?:!\[|<)|\\.|(?<!`)(`+)(?!`)[^|]*?(?<!`)\1(?!`)|`+|[^\\`!<]+|./g;
  for (const [token] of line.matchAll(tokens)) {
    const isSpan = token.startsWith("`") && /[^`]/.test(token);
    if (isSpan && !isInDoubt) {
      text += token;
      continue;
    }
    isInDoubt ||= token.startsWith("`") || doubts.test(token);
    text += token.replace(/\\?(?:!\[|<)/g, (sign) => entities[sign] ?? sign);
  }
  return { text, isDoubtful: isInDoubt };
}
