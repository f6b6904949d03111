import { isLinked } from "./html-page";

const lineEnd = /\r\n?|\n/;

/**
 * Markdown in which a picture is a link and HTML is text, however it is shown: a picture would be fetched,
 * and HTML run. Code stays as it is where every reader of Markdown agrees that it is code: between fences at
 * the start of a line, and between backticks of one line. Elsewhere signs of it may be written as entities.
 */
export const disarmMarkdown = (markdown: string): string => createDisarm()(markdown);

/** The same for texts that follow each other in a file: a fence left open in one would reach the next. */
export function createDisarm(): (markdown: string) => string {
  const fences = createFenceReader();
  return (markdown) => {
    let isDoubtful = false;
    const lines = markdown.split(lineEnd).map((line) => {
      if (fences.isCode(line)) return line;
      // No span of code goes on behind an empty line.
      const disarmed = disarmLine(line, isDoubtful && line.trim() !== "");
      isDoubtful = disarmed.isDoubtful;
      return disarmed.text;
    });
    return [...lines, ...fences.close()].join("\n");
  };
}

/**
 * Tells the lines between fences, and the fence that ends them. A fence inside of a list or quotation ends
 * with that, so from one on none is trusted.
 */
function createFenceReader() {
  let fence: string | null = null;
  let isTrusted = true;
  return {
    /** The lines that end what is open. */
    close(): string[] {
      const open = fence;
      fence = null;
      return open === null ? [] : [open];
    },
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

/** Words between spaces, brackets and signs of other scripts, and the signs that words do not hold. */
const pieces = /[^\s`<>[\]\u3000-\u303f\uff00-\uffef]+|[`<>[\]]/g;

/**
 * A text as Markdown that shows what stands there and is nothing else: a stranger may have written it.
 * Addresses become code, as many readers make links of them without any sign of Markdown.
 */
export function toPlainMarkdown(text: string): string {
  return text.replace(pieces, (piece) => (isLinked(piece) ? toCode(piece) : escapeSigns(piece)));
}

function toCode(word: string): string {
  const start = /^[(']*/.exec(word)?.[0].length ?? 0;
  let end = word.length;
  while (end > start && ").,;:!?'".includes(word.charAt(end - 1))) end -= 1;
  if (end === start) return escapeSigns(word);
  const [before, address, after] = [word.slice(0, start), word.slice(start, end), word.slice(end)];
  return `${escapeSigns(before)}\`${address}\`${escapeSigns(after)}`;
}

/** A backslash before `<` would be taken along by an address that stands before it. */
const escapeSigns = (text: string): string =>
  text
    .replace(/[\\*_[\]>#|~!]/g, "\\$&")
    .replace(/&(?=[#\w]+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("`", "&#96;");

/** The same, as a quotation. */
export const toQuotation = (text: string): string =>
  text
    .split(lineEnd)
    .map((line) => `> ${toPlainMarkdown(line)}`.trimEnd())
    .join("\n");
