import { getKind, kinds, type Kind } from "./characters";

/** Follows quotation marks, quoted lines and code through a text; a mark that is never closed counts to the end of its paragraph. */
export function createQuoteReader(text: string) {
  let isMarked = false;
  let isCode = false;
  let isFenced = false;
  let isQuotedLine = text.startsWith(">");
  const startLine = (index: number) => {
    isQuotedLine = text.charAt(index) === ">" || text.startsWith("    ", index);
    if (text.startsWith("```", index) || text.startsWith("~~~", index)) isFenced = !isFenced;
  };
  startLine(0);
  return {
    isOpen: () => isMarked || isCode || isFenced || isQuotedLine,
    /** Reads what is no word at `index`; a run of blank lines is read as one. */
    take(index: number, kind: Kind): { index: number; isParagraph: boolean } {
      if (kind === kinds.quote)
        isMarked = isOpening(text.charAt(index)) ? true : /["“]/.test(text.charAt(index)) ? !isMarked : false;
      if (kind === kinds.tick && !text.startsWith("```", index) && text.charAt(index - 1) !== "`")
        isCode = !isCode;
      if (kind !== kinds.newline) return { index: index + 1, isParagraph: false };
      const next = skipBlankLines(text, index);
      const isParagraph = text.slice(index, next.line).split("\n").length > 2;
      if (isParagraph) [isMarked, isCode] = [false, false];
      startLine(next.line);
      return { index: next.index, isParagraph };
    },
  };
}

function isOpening(mark: string): boolean {
  return "„«「『".includes(mark);
}

/** `line`: where the next line with something on it begins. */
function skipBlankLines(text: string, start: number): { line: number; index: number } {
  let line = start + 1;
  let index = start;
  for (; index < text.length; index += 1) {
    const kind = getKind(text, index);
    if (kind === kinds.newline) line = index + 1;
    else if (kind !== kinds.blank) break;
  }
  return { line, index };
}
